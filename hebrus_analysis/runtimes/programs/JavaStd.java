// The JDK: see Lane.java. It states no Unicode version.

import java.text.Normalizer;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

class JavaStd {
  public static void main(String[] arguments) throws Exception {
    var lane = new Lane();
    lane.version = System.getProperty("java.vendor") + " Java " + System.getProperty("java.version");
    lane.predicates.put("Character.isWhitespace", Character::isWhitespace);
    lane.predicates.put("Character.isSpaceChar", Character::isSpaceChar);
    lane.predicates.put("\\s", matches("\\s", 0));
    lane.predicates.put("\\s UNICODE_CHARACTER_CLASS", matches("\\s", Pattern.UNICODE_CHARACTER_CLASS));
    lane.predicates.put("\\p{IsWhite_Space}", matches("\\p{IsWhite_Space}", 0));
    lane.predicates.put("String.isBlank", codepoint -> Character.toString(codepoint).isBlank());
    lane.trims.put("String.strip", String::strip);
    lane.trims.put("String.stripLeading", String::stripLeading);
    lane.trims.put("String.stripTrailing", String::stripTrailing);
    lane.trims.put("String.trim", String::trim);
    for (var form : Normalizer.Form.values()) {
      lane.normalizers.put(form.name(), text -> Normalizer.normalize(text, form));
    }
    lane.serve();
  }

  private static IntPredicate matches(String expression, int flags) {
    var pattern = Pattern.compile(expression, flags);
    return codepoint -> pattern.matcher(Character.toString(codepoint)).matches();
  }
}
