// Which code points hold the classes of a regular expression: the classes as JSON in, ranges as JSON out.

import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class Classes {
    public static void main(String[] arguments) {
        StringJoiner members = new StringJoiner(",");
        Matcher asked = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(arguments[0]);
        while (asked.find()) {
            String expression = asked.group(1).replace("\\\\", "\\");
            // A port that wants Unicode's case asks for it: (?i) alone is ASCII.
            int flags = expression.startsWith("(?i") ? Pattern.UNICODE_CASE : 0;
            Matcher matcher = Pattern.compile(expression, flags).matcher("");
            StringJoiner ranges = new StringJoiner(",");
            int first = -1;
            for (int point = 0; point <= 0x110000; point++) {
                boolean scalar = point < 0x110000 && (point < 0xD800 || point >= 0xE000);
                boolean member = scalar && matcher.reset(new String(Character.toChars(point))).matches();
                if (member && first < 0) first = point;
                if (!member && first >= 0) {
                    ranges.add("[" + first + "," + (point - 1) + "]");
                    first = -1;
                }
            }
            members.add("\"" + asked.group(1) + "\":[" + ranges + "]");
        }
        String version = "Java " + System.getProperty("java.version");
        System.out.println("{\"version\":\"" + version + "\",\"unicode\":\"\",\"members\":{" + members + "}}");
    }
}
