// .NET and Mono: one answer per line; see runtimes/wire.py. The one known shape of JSON is read by hand.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

static class Program {
  static readonly Regex Space = new Regex(@"\A\s\z"), EcmaSpace = new Regex(@"\A\s\z", RegexOptions.ECMAScript);
  // A char has 16 bits; it is asked of every code point that is one.
  static readonly Dictionary<string, Func<string, bool>> Predicates = new Dictionary<string, Func<string, bool>> {
    { "char.IsWhiteSpace", text => char.IsWhiteSpace(text, 0) },
    { "char.IsSeparator", text => char.IsSeparator(text, 0) },
    { "string.IsNullOrWhiteSpace", string.IsNullOrWhiteSpace },
    { @"\s", text => Space.IsMatch(text) },
    { @"\s ECMAScript", text => EcmaSpace.IsMatch(text) },
  };
  static readonly Dictionary<string, Func<string, string>> Trims = new Dictionary<string, Func<string, string>> {
    { "string.Trim", text => text.Trim() },
    { "string.TrimStart", text => text.TrimStart() },
    { "string.TrimEnd", text => text.TrimEnd() },
  };
  static readonly Dictionary<string, Func<string, string>> Forms = new Dictionary<string, Func<string, string>> {
    { "NFC", text => text.Normalize(NormalizationForm.FormC) },
    { "NFD", text => text.Normalize(NormalizationForm.FormD) },
    { "NFKC", text => text.Normalize(NormalizationForm.FormKC) },
    { "NFKD", text => text.Normalize(NormalizationForm.FormKD) },
  };

  static void Main(string[] arguments) {
    var input = new StreamReader(Console.OpenStandardInput(), Encoding.ASCII, false, 1 << 16);
    var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true };
    string line, version = arguments.Length > 0 ? arguments[0] : Environment.Version.ToString();
    while ((line = input.ReadLine()) != null) {
      string id = Between(line, "\"id\":", ','), ask = Between(line, "\"ask\":\"", '"');
      output.Write("{\"id\":" + id + "," + (ask == "about" ? About(version) : Answer(line, ask)) + "}\n");
    }
  }

  static string About(string version) {
    return "\"version\":\"" + version + "\",\"unicode\":\"\",\"predicates\":[" + Names(Predicates.Keys)
      + "],\"trims\":[" + Names(Trims.Keys) + "],\"normalizers\":[" + Names(Forms.Keys) + "]";
  }

  static string Answer(string line, string ask) {
    string name = Between(line, "\"name\":\"", '"').Replace(@"\\", @"\");
    List<string> members = new List<string>(), changed = new List<string>(), failed = new List<string>();
    int at = line.IndexOf("\"texts\":[", StringComparison.Ordinal) + 9, place = 0;
    for (; line[at] == '['; place++) {
      int end = line.IndexOf(']', at);
      int start = at + 1;
      at = end + (line[end + 1] == ',' ? 2 : 1);
      try {
        string text = Text(line, start, end);
        if (ask == "predicate") {
          if (Predicates[name](text)) members.Add(place.ToString());
          continue;
        }
        string made = (ask == "trim" ? Trims : Forms)[name](text);
        if (!string.Equals(made, text, StringComparison.Ordinal)) changed.Add("[" + place + Codepoints(made) + "]");
      } catch (Exception error) {
        string message = error.GetType().Name + ": " + error.Message;
        failed.Add("\"" + place + "\":\"" + Regex.Replace(message, "[^ !#-\\[\\]-~]+", " ") + "\"");
      }
    }
    return "\"true\":[" + string.Join(",", members) + "],\"changed\":[" + string.Join(",", changed) + "],\"failed\":{"
      + string.Join(",", failed) + "}";
  }

  static string Text(string line, int at, int end) {
    var made = new StringBuilder();
    for (int number = 0; at < end; at++) {
      number = number * 10 + line[at] - '0';
      if (line[at + 1] == ',' || line[at + 1] == ']') {
        if (number < 0x10000) made.Append((char)number); else made.Append(char.ConvertFromUtf32(number));
        number = 0;
        at++;
      }
    }
    return made.ToString();
  }

  static string Codepoints(string text) {
    var made = new StringBuilder();
    for (int at = 0; at < text.Length; at++) {
      bool pair = char.IsHighSurrogate(text[at]) && at + 1 < text.Length && char.IsLowSurrogate(text[at + 1]);
      made.Append(',').Append(pair ? char.ConvertToUtf32(text[at], text[++at]) : text[at]);
    }
    return made.ToString();
  }

  static string Between(string line, string before, char after) {
    int start = line.IndexOf(before, StringComparison.Ordinal) + before.Length;
    return line.Substring(start, line.IndexOf(after, start) - start);
  }

  static string Names(IEnumerable<string> names) {
    return string.Join(",", names.Select(name => "\"" + name.Replace(@"\", @"\\") + "\""));
  }
}
