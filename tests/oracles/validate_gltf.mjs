// Khronos' validator judges glTF files: node validate_gltf.mjs FILE...
// Prints a line an error, and exits with 1 if there is any.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { modulePath } from './modules.mjs';

const validator = createRequire(import.meta.url)(modulePath('gltf-validator'));
let errors = 0;
for (const file of process.argv.slice(2)) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), {
    uri: file,
    maxIssues: 100,
    externalResourceFunction: async (uri) =>
      new Uint8Array(readFileSync(join(dirname(file), decodeURIComponent(uri)))),
  });
  for (const issue of report.issues.messages) {
    if (issue.severity > 0) continue; // warnings and below
    console.log(`${file}: ${issue.code} ${issue.pointer ?? ''}: ${issue.message}`);
  }
  errors += report.issues.numErrors;
}
process.exit(errors > 0 ? 1 : 0);
