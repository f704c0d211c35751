// What every C and C++ lane shares: it reads and writes the one known shape of JSON by hand; see runtimes/wire.py.
// A test takes a code point. A map takes UTF-8 with its length, puts UTF-8 in `out`, and returns NULL or an error.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *bytes;
  size_t length, room;
} lane_buffer;
typedef struct {
  const char *name;
  int (*test)(uint32_t codepoint);
} lane_test;
typedef struct {
  const char *name;
  const char *(*map)(const char *text, size_t length, lane_buffer *out);
} lane_map;
// Each list ends at a name that is NULL.
typedef struct {
  const char *version, *unicode;
  const lane_test *predicates;
  const lane_map *trims, *normalizers;
} lane;

#define LANE_NUL "a C string ends at U+0000"

static void lane_put(lane_buffer *out, const char *bytes, size_t length) {
  if (out->length + length + 1 > out->room) {
    out->room = 2 * (out->length + length + 1);
    out->bytes = (char *)realloc(out->bytes, out->room);
    if (!out->bytes) abort();
  }
  memcpy(out->bytes + out->length, bytes, length);
  out->length += length;
  out->bytes[out->length] = 0;
}

static void lane_encode(lane_buffer *out, uint32_t c) {
  char bytes[4] = {(char)c};
  size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  for (size_t place = length; length > 1 && place-- > 1; c >>= 6) bytes[place] = (char)(0x80 | (c & 0x3F));
  if (length > 1) bytes[0] = (char)((0xF00 >> length) | c);
  lane_put(out, bytes, length);
}

// The code point at `*at`, which moves on; -1 where the bytes are no UTF-8.
static long lane_decode(const unsigned char **at, const unsigned char *end) {
  unsigned char first = *(*at)++;
  if (first < 0x80) return first;
  int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  long c = first & (0x3F >> more);
  if (first < 0xC2 || first > 0xF4 || end - *at < more) return -1;
  for (int left = more; left--; c = c << 6 | (*(*at)++ & 0x3F))
    if ((**at & 0xC0) != 0x80) return -1;
  if ((c >= 0xD800 && c < 0xE000) || c > 0x10FFFF || c < (more == 2 ? 0x800 : more == 3 ? 0x10000 : 0x80)) return -1;
  return c;
}

static void lane_string(const char *text) {
  putchar('"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putchar('\\');
    putchar(*text);
  }
  putchar('"');
}

// Both kinds of list begin with the name, so one function writes all.
static void lane_names(const char *key, const void *list, size_t size) {
  printf(",\"%s\":[", key);
  for (const char *at = (const char *)list; at && *(const char *const *)at; at += size) {
    if (at != list) putchar(',');
    lane_string(*(const char *const *)at);
  }
  putchar(']');
}

static const void *lane_find(const char *name, const void *list, size_t size) {
  for (const char *at = (const char *)list; at && *(const char *const *)at; at += size)
    if (!strcmp(*(const char *const *)at, name)) return at;
  exit(2);
}

static char *lane_name(const char *line) {
  const char *at = strstr(line, "\"name\":\"");
  char *name = (char *)calloc(1, strlen(at)), *to = name;
  for (at += 8; *at != '"'; *to++ = *at++)
    if (*at == '\\') at++;
  return name;
}

static void lane_answer(const lane *asked, const char *line) {
  int testing = strstr(line, "\"ask\":\"predicate\"") != NULL, trimming = strstr(line, "\"ask\":\"trim\"") != NULL;
  char *name = lane_name(line);
  const lane_test *test = testing ? (const lane_test *)lane_find(name, asked->predicates, sizeof(lane_test)) : NULL;
  const lane_map *maps = trimming ? asked->trims : asked->normalizers;
  const lane_map *map = testing ? NULL : (const lane_map *)lane_find(name, maps, sizeof(lane_map));
  lane_buffer text = {NULL, 0, 0}, made = {NULL, 0, 0}, failed = {NULL, 0, 0};
  const char *comma = "";
  free(name);
  printf(testing ? ",\"true\":[" : ",\"changed\":[");
  const char *at = strstr(line, "\"texts\":[") + 9;
  for (long place = 0; *at == '['; place++) {
    const char *error = NULL;
    uint32_t codepoint = 0;
    text.length = made.length = 0;
    lane_put(&text, "", 0);
    lane_put(&made, "", 0);
    for (at++; *at != ']'; at += *at == ',') {
      codepoint = (uint32_t)strtoul(at, (char **)&at, 10);
      if (codepoint >= 0xD800 && codepoint < 0xE000) error = "no scalar value";
      lane_encode(&text, codepoint);
    }
    at += at[1] == ',' ? 2 : 1;
    if (!error && testing && test->test(codepoint)) {
      printf("%s%ld", comma, place);
      comma = ",";
    }
    if (!error && !testing) error = map->map(text.bytes, text.length, &made);
    if (!error && !testing && (made.length != text.length || memcmp(made.bytes, text.bytes, made.length))) {
      const unsigned char *byte = (const unsigned char *)made.bytes, *end = byte + made.length;
      while (byte < end && !error)
        if (lane_decode(&byte, end) < 0) error = "the bytes that are left are no UTF-8";
      if (!error) printf("%s[%ld", comma, place);
      for (byte = (const unsigned char *)made.bytes; byte < end && !error;) printf(",%ld", lane_decode(&byte, end));
      if (!error) comma = "],";
    }
    if (error) {
      char entry[256];
      int length = snprintf(entry, sizeof entry, "%s\"%ld\":\"%s\"", failed.length ? "," : "", place, error);
      lane_put(&failed, entry, (size_t)length);
    }
  }
  printf("%s],\"failed\":{%s}", !testing && *comma ? "]" : "", failed.length ? failed.bytes : "");
  free(text.bytes), free(made.bytes), free(failed.bytes);
}

static int lane_serve(const lane *asked) {
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) > 0) {
    printf("{\"id\":%ld", strtol(strstr(line, "\"id\":") + 5, NULL, 10));
    if (strstr(line, "\"ask\":\"about\"")) {
      printf(",\"version\":\"%s\",\"unicode\":\"%s\"", asked->version, asked->unicode);
      lane_names("predicates", asked->predicates, sizeof(lane_test));
      lane_names("trims", asked->trims, sizeof(lane_map));
      lane_names("normalizers", asked->normalizers, sizeof(lane_map));
    } else {
      lane_answer(asked, line);
    }
    puts("}");
    fflush(stdout);
  }
  free(line);
  return 0;
}
