;; GNU Guile: one answer per line; see runtimes/wire.py. The one known shape of JSON is read by hand.
(use-modules (ice-9 rdelim) (ice-9 format) (srfi srfi-1) (srfi srfi-13) (srfi srfi-14))


(define predicates
  `(("char-whitespace?" . ,char-whitespace?)
    ("char-set:whitespace" . ,(lambda (char) (char-set-contains? char-set:whitespace char)))
    ("char-set:blank" . ,(lambda (char) (char-set-contains? char-set:blank char)))))
(define trims
  `(("string-trim-both" . ,string-trim-both) ("string-trim" . ,string-trim) ("string-trim-right" . ,string-trim-right)))
(define normalizers
  `(("NFC" . ,string-normalize-nfc) ("NFD" . ,string-normalize-nfd)
    ("NFKC" . ,string-normalize-nfkc) ("NFKD" . ,string-normalize-nfkd)))

(define (comma-joined strings) (string-join strings ","))
(define (names functions) (comma-joined (map (lambda (named) (format #f "~s" (car named))) functions)))

(define (about)
  (format #f "\"version\":\"Guile ~a\",\"unicode\":\"\",\"predicates\":[~a],\"trims\":[~a],\"normalizers\":[~a]"
          (version) (names predicates) (names trims) (names normalizers)))

(define (between line before after)
  (let ((start (+ (string-contains line before) (string-length before))))
    (substring line start (string-index line after start))))

;; The lists of numbers between "texts": and the last bracket; from the right, so that each list is made in its order.
(define (texts line)
  (let ((start (+ (string-contains line "\"texts\":[") 9)))
    (let loop ((at (- (string-length line) 3)) (unit 0) (number 0) (text '()) (found '()))
      (if (< at start)
          found
          (let ((char (string-ref line at)))
            (cond ((char=? char #\[) (loop (1- at) 0 0 '() (cons (if (zero? unit) text (cons number text)) found)))
                  ((char=? char #\,) (loop (1- at) 0 0 (if (zero? unit) text (cons number text)) found))
                  ((char=? char #\]) (loop (1- at) 0 0 '() found))
                  ((zero? unit) (loop (1- at) 10 (- (char->integer char) 48) text found))
                  (else (loop (1- at) (* unit 10) (+ number (* unit (- (char->integer char) 48))) text found))))))))

(define (codepoints text) (map (lambda (char) (number->string (char->integer char))) (string->list text)))

(define (answer line)
  (let* ((ask (between line "\"ask\":\"" #\"))
         (functions (cond ((string=? ask "predicate") predicates) ((string=? ask "trim") trims) (else normalizers)))
         (function (assoc-ref functions (between line "\"name\":\"" #\")))
         (given (texts line)) (true '()) (changed '()) (failed '()))
    (for-each
     (lambda (numbers place)
       (catch #t
         (lambda ()
           (let ((text (list->string (map integer->char numbers))))
             (if (string=? ask "predicate")
                 (when (function (string-ref text 0)) (set! true (cons (number->string place) true)))
                 (let ((made (function text)))
                   (unless (string=? made text)
                     (let ((numbers (comma-joined (cons (number->string place) (codepoints made)))))
                       (set! changed (cons (format #f "[~a]" numbers) changed))))))))
         (lambda (key . arguments) (set! failed (cons (format #f "\"~a\":\"~a\"" place key) failed)))))
     given (iota (length given)))
    (format #f "\"true\":[~a],\"changed\":[~a],\"failed\":{~a}"
            (comma-joined (reverse true)) (comma-joined (reverse changed)) (comma-joined (reverse failed)))))

(let loop ((line (read-line)))
  (unless (eof-object? line)
    (format #t "{\"id\":~a,~a}\n" (between line "\"id\":" #\,)
            (if (string-contains line "\"ask\":\"about\"") (about) (answer line)))
    (force-output)
    (loop (read-line))))
