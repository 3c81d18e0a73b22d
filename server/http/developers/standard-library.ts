/*
 * The samples in languages that have no SDK of ours. They use only the standard library.
 */

/** What a sample requests. */
export interface SampleRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path, which may contain `$WIGWAG_API_KEY`, and the query. */
  address: string;
  /** The stream of events, which is outside /api/v1. */
  isStream: boolean;
  /** Whether the key is in a header. */
  sendsKey: boolean;
  /** Undefined if there is none. */
  body: unknown;
  /** Whether the body is a form with the file invoice.pdf. */
  sendsFile: boolean;
}

const KEY = '$WIGWAG_API_KEY';

const indented = (lines: readonly string[], indent: string): string =>
  lines.map((line) => `${indent}${line.replaceAll('\n', `\n${indent}`)}\n`).join('');

export function pythonOf({ method, address, isStream, sendsKey, body, sendsFile }: SampleRequest): string {
  const hasJson = body !== undefined && !sendsFile;
  const type = sendsFile ? 'f"multipart/form-data; boundary={boundary}"' : '"application/json"';
  const headers = [
    ...(sendsKey ? ['"Authorization": f"Bearer {key}"'] : []),
    ...(body === undefined ? [] : [`"Content-Type": ${type}`]),
  ];
  const lines = [
    `f"{base}${address.replace(KEY, '{key}')}"`,
    ...(method === 'GET' ? [] : [`method="${method}"`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(hasJson ? [`data=json.dumps(${pythonLiteral(body)}).encode()`] : []),
    ...(sendsFile ? ['data=form'] : []),
  ];
  return `import ${isStream ? 'os' : 'json, os'}${sendsFile ? ', secrets' : ''}
from urllib.request import Request, urlopen

base, key = os.environ["WIGWAG_BASE_URL"]${isStream ? '.removesuffix("/api/v1")' : ''}, os.environ["WIGWAG_API_KEY"]
${sendsFile ? PYTHON_FORM : ''}request = Request(
${indented(
  lines.map((line) => `${line},`),
  '    ',
)})
with urlopen(request) as response:
${isStream ? '    for line in response:\n        print(line.decode(), end="", flush=True)' : '    print(json.dumps(json.load(response), indent=2))'}`;
}

const PYTHON_FORM = String.raw`boundary = secrets.token_hex()
with open("invoice.pdf", "rb") as file:
    form = b"\r\n".join([
        f"--{boundary}".encode(),
        b'Content-Disposition: form-data; name="file"; filename="invoice.pdf"',
        b"Content-Type: application/pdf",
        b"",
        file.read(),
        f"--{boundary}--\r\n".encode(),
    ])
`;

/** Returns a value as Python, whose lists, texts and numbers are written as in JSON. */
function pythonLiteral(value: unknown): string {
  return JSON.stringify(value, null, 4).replaceAll(
    /(?<=: |^\s+)(true|false|null)(?=,?$)/gm,
    (word) => PYTHON_WORDS[word] ?? word,
  );
}

const PYTHON_WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

export function goOf({ method, address, isStream, sendsKey, body, sendsFile }: SampleRequest): string {
  const imports = [
    ...(sendsFile ? ['bytes'] : []),
    'io',
    'log',
    ...(sendsFile ? ['mime/multipart'] : []),
    'net/http',
    'os',
    ...(isStream || (body !== undefined && !sendsFile) ? ['strings'] : []),
  ];
  const base = 'os.Getenv("WIGWAG_BASE_URL")';
  const url = `"${address.replace(KEY, '"+os.Getenv("WIGWAG_API_KEY")+"')}"`.replace(/\+""$/, '');
  const from = isStream ? `strings.TrimSuffix(${base}, "/api/v1")` : base;
  const given = body === undefined ? 'nil' : sendsFile ? '&form' : 'body';
  return `package main

import (
${imports.map((name) => `\t"${name}"\n`).join('')})

func main() {
${sendsFile ? GO_FORM : body === undefined ? '' : `\tbody := strings.NewReader(\`${JSON.stringify(body, null, 2)}\`)\n`}\trequest, err := http.NewRequest("${method}", ${from}+${url}, ${given})
	if err != nil {
		log.Fatal(err)
	}
${sendsKey ? '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("WIGWAG_API_KEY"))\n' : ''}${body === undefined ? '' : `\trequest.Header.Set("Content-Type", ${sendsFile ? 'writer.FormDataContentType()' : '"application/json"'})\n`}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	io.Copy(os.Stdout, response.Body)
}`;
}

const GO_FORM = `	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("file", "invoice.pdf")
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.Open("invoice.pdf")
	if err != nil {
		log.Fatal(err)
	}
	io.Copy(part, file)
	writer.Close()
`;

export function phpOf({ method, address, isStream, sendsKey, body, sendsFile }: SampleRequest): string {
  const key = `getenv('WIGWAG_API_KEY')`;
  const type = sendsFile
    ? `"Content-Type: multipart/form-data; boundary=$boundary"`
    : `'Content-Type: application/json'`;
  const headers = [...(sendsKey ? [`'Authorization: Bearer ' . ${key}`] : []), ...(body === undefined ? [] : [type])];
  const options = [
    ...(method === 'GET' ? [] : [`'method' => '${method}',`]),
    ...(headers.length > 0 ? [`'header' => [${headers.join(', ')}],`] : []),
    ...(body === undefined ? [] : [`'content' => ${sendsFile ? '$form' : `json_encode(${phpLiteral(body)})`},`]),
    `'ignore_errors' => true, // return the bodies of errors`,
  ];
  const base = `getenv('WIGWAG_BASE_URL')`;
  const from = isStream ? `preg_replace('~/api/v1$~', '', ${base})` : base;
  const url = `'${address.replace(KEY, `' . ${key} . '`)}'`.replace(/ \. ''$/, '');
  return `<?php
${sendsFile ? PHP_FORM : ''}$context = stream_context_create(['http' => [
${indented(options, '    ')}]]);
${isStream ? `readfile(${from} . ${url}, false, $context);` : `echo file_get_contents(${from} . ${url}, false, $context);`}`;
}

const PHP_FORM = String.raw`$boundary = bin2hex(random_bytes(16));
$form = implode("\r\n", [
    "--$boundary",
    'Content-Disposition: form-data; name="file"; filename="invoice.pdf"',
    'Content-Type: application/pdf',
    '',
    file_get_contents('invoice.pdf'),
    "--$boundary--\r\n",
]);
`;

/** Returns a value as PHP. */
function phpLiteral(value: unknown, indent = ''): string {
  const deeper = `${indent}    `;
  if (value instanceof Object) {
    const isList = Array.isArray(value);
    const entries = Object.entries(value).map(
      ([name, item]) => `${isList ? '' : `'${name}' => `}${phpLiteral(item, deeper)}`,
    );
    const short = `[${entries.join(', ')}]`;
    return short.length <= 60 && !short.includes('\n')
      ? short
      : `[\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}]`;
  }
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value);
}
