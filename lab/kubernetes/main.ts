import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { install } from '../install.ts';

/**
 * `npm run lab -- kubernetes`: validates deploy/kubernetes.yaml against the schemas that Kubernetes publishes. The schemas
 * allow unknown fields, so the compiler also checks each manifest against the types, which do not.
 */

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

const HERE = import.meta.dirname;
const FILE = join(HERE, '../../deploy/kubernetes.yaml');

/** Returns what the compiler reports about a manifest. */
function compile(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  const path = join(HERE, `${kind}.check.ts`);
  const source = `import type { I${kind} } from 'kubernetes-models/${apiVersion}/${kind}';
export const manifest: I${kind} = ${JSON.stringify(manifest, null, 2)};\n`;
  writeFileSync(path, source);
  try {
    const program = ts.createProgram([path], {
      ...{ noEmit: true, strict: true, skipLibCheck: true, types: [] },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    });
    return ts.getPreEmitDiagnostics(program).map((one) => ts.flattenDiagnosticMessageText(one.messageText, ' '));
  } finally {
    rmSync(path);
  }
}

async function validate(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const models = await import(`kubernetes-models/${apiVersion}/${kind}`);
  try {
    new models[kind](manifest).validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

install(HERE);
const manifests = parseAllDocuments(readFileSync(FILE, 'utf8')).map((one) => one.toJS() as Manifest);
let failures = 0;
for (const manifest of manifests) {
  const problems = [...(await validate(manifest)), ...compile(manifest)];
  failures += problems.length;
  console.log(`${problems.length === 0 ? 'ok     ' : 'FAILED '} ${manifest.kind} ${manifest.metadata.name}`);
  for (const problem of problems) {
    console.log(`        ${problem}`);
  }
}
process.exit(manifests.length > 0 && failures === 0 ? 0 : 1);
