// See README.md.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class Driver {
    private Driver() {}

    public static void main(String[] arguments) throws IOException {
        HexFormat hex = HexFormat.of();
        StringBuilder out = new StringBuilder();
        out.append(
            IntStream.rangeClosed(0, 0x10FFFF)
                .filter(Whitespace::isWhitespace)
                .mapToObj(Integer::toHexString)
                .collect(Collectors.joining(" ")));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line; (line = in.readLine()) != null; ) {
            byte[] data = hex.parseHex(line);
            out.append('\n').append(hex.formatHex(Whitespace.trimLeft(data)));
            out.append('\t').append(hex.formatHex(Whitespace.trimRight(data)));
            out.append('\t').append(hex.formatHex(Whitespace.trim(data)));
        }
        System.out.println(out);
    }
}
