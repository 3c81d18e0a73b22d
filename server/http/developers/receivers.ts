import { SIGNATURE_TOLERANCE_SECONDS as TOLERANCE } from '@wigwag/openapi';

/** A complete webhook receiver in one language. It uses only the standard library, and a test runs it. */
export interface SampleReceiver {
  language: string;
  /** The name of the language for the highlighter. */
  syntax: 'js' | 'python' | 'php' | 'go';
  /** The name of the file. */
  file: string;
  /** The command that starts it. The environment contains the secret and the port. */
  command: readonly [program: string, ...args: string[]];
  source: string;
}

const NODE = String.raw`import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;

function isGenuine(rawBody, signature = '') {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (!t || Math.abs(Date.now() / 1000 - Number(t)) > ${TOLERANCE}) {
    return false; // malformed, or too old
  }
  const expected = createHmac('sha256', secret).update(t + '.').update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const rawBody = Buffer.concat(chunks); // the exact bytes: parsing and serializing would change them
  if (!isGenuine(rawBody, request.headers['x-service-signature'])) {
    response.writeHead(400).end();
    return;
  }
  const event = JSON.parse(rawBody);
  console.log(event.id, event.event); // store it; do slow work after the response
  response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 4000), '127.0.0.1');
`;

const PYTHON = `import hashlib, hmac, json, os, re, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"].encode()


def is_genuine(raw_body, signature):
    match = re.fullmatch(r"t=([0-9]+),v1=([0-9a-f]{64})", signature or "")
    if not match or abs(time.time() - int(match[1])) > ${TOLERANCE}:
        return False  # malformed, or too old
    expected = hmac.new(SECRET, match[1].encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, match[2])


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The exact bytes: parsing and serializing would change them.
        raw_body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(raw_body, self.headers.get("X-Service-Signature"))
        if genuine:
            event = json.loads(raw_body)
            print(event["id"], event["event"])  # store it; do slow work after the answer
        self.send_response(204 if genuine else 400)
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 4000))), Receiver).serve_forever()
`;

const PHP = String.raw`<?php
function isGenuine(string $rawBody, string $signature, string $secret): bool
{
    if (!preg_match('/^t=(\d+),v1=([0-9a-f]{64})$/D', $signature, $match) || abs(time() - (int) $match[1]) > ${TOLERANCE}) {
        return false; // malformed, or too old
    }
    return hash_equals(hash_hmac('sha256', $match[1] . '.' . $rawBody, $secret), $match[2]);
}

$rawBody = file_get_contents('php://input'); // the exact bytes: parsing and serializing would change them
$signature = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
if (!isGenuine($rawBody, $signature, getenv('WEBHOOK_SECRET'))) {
    http_response_code(400);
    exit;
}
$event = json_decode($rawBody, true);
error_log($event['id'] . ' ' . $event['event']); // store it; do slow work after the response
http_response_code(204);
`;

const GO = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"time"
)

var secret = []byte(os.Getenv("WEBHOOK_SECRET"))
var form = regexp.MustCompile("^t=([0-9]+),v1=([0-9a-f]{64})$")

func isGenuine(rawBody []byte, signature string) bool {
	match := form.FindStringSubmatch(signature)
	if match == nil {
		return false
	}
	sent, err := strconv.ParseInt(match[1], 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > ${TOLERANCE}*time.Second {
		return false // malformed, or too old
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(match[1] + "."))
	mac.Write(rawBody)
	given, _ := hex.DecodeString(match[2])
	return hmac.Equal(mac.Sum(nil), given)
}

func receive(response http.ResponseWriter, request *http.Request) {
	rawBody, err := io.ReadAll(request.Body) // the exact bytes: parsing and serializing would change them
	if err != nil || !isGenuine(rawBody, request.Header.Get("X-Service-Signature")) {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	var event struct{ ID, Event string }
	if err := json.Unmarshal(rawBody, &event); err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	log.Println(event.ID, event.Event) // store it; do slow work after the response
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(receive)))
}
`;

export const RECEIVERS: readonly SampleReceiver[] = [
  { language: 'Node.js', syntax: 'js', file: 'receiver.mjs', command: ['node', 'receiver.mjs'], source: NODE },
  { language: 'Python', syntax: 'python', file: 'receiver.py', command: ['python3', 'receiver.py'], source: PYTHON },
  {
    language: 'PHP',
    syntax: 'php',
    file: 'receiver.php',
    command: ['php', '-S', '127.0.0.1:4000', 'receiver.php'],
    source: PHP,
  },
  { language: 'Go', syntax: 'go', file: 'receiver.go', command: ['go', 'run', 'receiver.go'], source: GO },
];
