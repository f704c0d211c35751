// ICU for Java: see Lane.java.

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.util.VersionInfo;

class Icu4j {
  public static void main(String[] arguments) throws Exception {
    var lane = new Lane();
    lane.version = "ICU4J " + VersionInfo.ICU_VERSION + ", Java " + System.getProperty("java.version");
    lane.unicode = UCharacter.getUnicodeVersion().toString();
    lane.predicates.put("UCharacter.isWhitespace", UCharacter::isWhitespace);
    lane.predicates.put("UCharacter.isUWhiteSpace", UCharacter::isUWhiteSpace);
    lane.predicates.put("UCharacter.isSpaceChar", UCharacter::isSpaceChar);
    lane.normalizers.put("NFC", Normalizer2.getNFCInstance()::normalize);
    lane.normalizers.put("NFD", Normalizer2.getNFDInstance()::normalize);
    lane.normalizers.put("NFKC", Normalizer2.getNFKCInstance()::normalize);
    lane.normalizers.put("NFKD", Normalizer2.getNFKDInstance()::normalize);
    lane.serve();
  }
}
