/* See README.md. Each input is copied to memory of its own size, so that a sanitizer sees a byte read beyond it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whitespace.h"

static void print_hex(utf8_span text, char end)
{
    for (size_t at = 0; at < text.length; at++) {
        printf("%02x", text.data[at]);
    }
    putchar(end);
}

int main(void)
{
    static char line[65536];
    for (uint32_t code_point = 0; code_point <= 0x10FFFF; code_point++) {
        if (is_whitespace(code_point)) {
            printf("%X ", (unsigned)code_point);
        }
    }
    putchar('\n');
    while (fgets(line, sizeof line, stdin)) {
        size_t length = strcspn(line, "\n") / 2;
        uint8_t *data = malloc(length + (length == 0));
        if (!data) {
            return 1;
        }
        for (size_t at = 0; at < length; at++) {
            char digits[] = {line[2 * at], line[2 * at + 1], '\0'};
            data[at] = (uint8_t)strtoul(digits, NULL, 16);
        }
        utf8_span text = {data, length};
        print_hex(trim_left(text), '\t');
        print_hex(trim_right(text), '\t');
        print_hex(trim(text), '\n');
        free(data);
    }
    return 0;
}
