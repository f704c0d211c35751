// See README.md.
using System;
using System.Text;

static class Driver
{
    static string Hex(ReadOnlySpan<byte> data)
    {
        return BitConverter.ToString(data.ToArray()).Replace("-", "").ToLowerInvariant();
    }

    static void Main()
    {
        var text = new StringBuilder();
        for (int codePoint = 0; codePoint <= 0x10FFFF; codePoint++)
        {
            if (Whitespace.IsWhitespace(codePoint))
            {
                text.Append(codePoint.ToString("X")).Append(' ');
            }
        }
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            var data = new byte[line.Length / 2];
            for (int at = 0; at < data.Length; at++)
            {
                data[at] = Convert.ToByte(line.Substring(2 * at, 2), 16);
            }
            text.Append('\n').Append(Hex(Whitespace.TrimLeft(data)));
            text.Append('\t').Append(Hex(Whitespace.TrimRight(data)));
            text.Append('\t').Append(Hex(Whitespace.Trim(data)));
        }
        Console.WriteLine(text);
    }
}
