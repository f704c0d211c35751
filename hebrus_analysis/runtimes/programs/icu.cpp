// ICU for C and C++: see lane.h.
#include "lane.h"

#include <string>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

using icu::Normalizer2;
using icu::UnicodeString;

static int is_space(uint32_t c) { return u_isspace((UChar32)c); }
static int is_whitespace(uint32_t c) { return u_isWhitespace((UChar32)c); }
static int is_u_white_space(uint32_t c) { return u_isUWhiteSpace((UChar32)c); }
static int is_java_space(uint32_t c) { return u_isJavaSpaceChar((UChar32)c); }
static int is_blank(uint32_t c) { return u_isblank((UChar32)c); }

static const char *give(const UnicodeString &made, lane_buffer *out) {
  std::string bytes;
  made.toUTF8String(bytes);
  lane_put(out, bytes.data(), bytes.size());
  return NULL;
}

static UnicodeString read(const char *text, size_t length) {
  return UnicodeString::fromUTF8(icu::StringPiece(text, (int32_t)length));
}

static const char *trim(const char *text, size_t length, lane_buffer *out) {
  return give(read(text, length).trim(), out);
}

template <const Normalizer2 *(*form)(UErrorCode &)>
static const char *normalize(const char *text, size_t length, lane_buffer *out) {
  UErrorCode error = U_ZERO_ERROR;
  UnicodeString made = form(error)->normalize(read(text, length), error);
  return U_FAILURE(error) ? u_errorName(error) : give(made, out);
}

int main() {
  const lane_test tests[] = {{"u_isspace", is_space},
                             {"u_isWhitespace", is_whitespace},
                             {"u_isUWhiteSpace", is_u_white_space},
                             {"u_isJavaSpaceChar", is_java_space},
                             {"u_isblank", is_blank},
                             {NULL, NULL}};
  const lane_map trims[] = {{"UnicodeString::trim", trim}, {NULL, NULL}};
  const lane_map forms[] = {{"NFC", normalize<Normalizer2::getNFCInstance>},
                            {"NFD", normalize<Normalizer2::getNFDInstance>},
                            {"NFKC", normalize<Normalizer2::getNFKCInstance>},
                            {"NFKD", normalize<Normalizer2::getNFKDInstance>},
                            {NULL, NULL}};
  const lane asked = {"ICU " U_ICU_VERSION, U_UNICODE_VERSION, tests, trims, forms};
  return lane_serve(&asked);
}
