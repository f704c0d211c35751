// What every Java lane shares: it reads and writes the one known shape of JSON by hand; see runtimes/wire.py.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

class Lane {
  String version, unicode = "";
  final Map<String, IntPredicate> predicates = new LinkedHashMap<>();
  final Map<String, UnaryOperator<String>> trims = new LinkedHashMap<>(), normalizers = new LinkedHashMap<>();

  void serve() throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line; (line = lines.readLine()) != null; ) {
      int id = Integer.parseInt(between(line, "\"id\":", ','));
      String said = line.contains("\"ask\":\"about\"") ? about() : answer(line);
      System.out.println("{\"id\":" + id + "," + said + "}");
    }
  }

  private String about() {
    return String.format(
        "\"version\":\"%s\",\"unicode\":\"%s\",\"predicates\":[%s],\"trims\":[%s],\"normalizers\":[%s]",
        version, unicode, names(predicates), names(trims), names(normalizers));
  }

  private String answer(String line) {
    String ask = between(line, "\"ask\":\"", '"');
    String name = between(line, "\"name\":\"", '"').replace("\\\\", "\\");
    var test = predicates.get(name);
    var map = (ask.equals("trim") ? trims : normalizers).get(name);
    StringBuilder members = new StringBuilder(), changed = new StringBuilder(), failed = new StringBuilder();
    int at = line.indexOf("\"texts\":[") + 9;
    for (int place = 0; line.charAt(at) == '['; place++, at += line.charAt(at) == ',' ? 1 : 0) {
      var text = new StringBuilder();
      int end = line.indexOf(']', at);
      for (int number = 0; at++ < end; ) {
        char digit = line.charAt(at);
        if (digit >= '0') number = at > end || digit == ']' ? number : number * 10 + digit - '0';
        if ((digit == ',' || digit == ']') && line.charAt(at - 1) != '[') {
          text.appendCodePoint(number);
          number = 0;
        }
      }
      at = end + 1;
      try {
        String given = text.toString();
        if (ask.equals("predicate")) {
          if (test.test(given.codePointAt(0))) members.append(members.length() > 0 ? "," : "").append(place);
          continue;
        }
        String made = map.apply(given);
        if (!made.equals(given)) {
          changed.append(changed.length() > 0 ? ",[" : "[").append(place);
          made.codePoints().forEach(codepoint -> changed.append(',').append(codepoint));
          changed.append(']');
        }
      } catch (RuntimeException error) {
        String message = error.toString().replaceAll("[^ !#-\\[\\]-~]", " ");
        failed.append(failed.length() > 0 ? "," : "").append(String.format("\"%d\":\"%s\"", place, message));
      }
    }
    return String.format("\"true\":[%s],\"changed\":[%s],\"failed\":{%s}", members, changed, failed);
  }

  private static String between(String line, String before, char after) {
    int start = line.indexOf(before) + before.length();
    return line.substring(start, line.indexOf(after, start));
  }

  private static String names(Map<String, ?> named) {
    return named.keySet().stream().map(n -> '"' + n.replace("\\", "\\\\") + '"').collect(Collectors.joining(","));
  }
}
