// Where the oracles' packages lie: the folder node_modules is named by the environment, because the
// scripts live in the source tree and the packages do not.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export function modulePath(name) {
  const folder = process.env.SINEW_ORACLES;
  if (!folder) throw new Error('SINEW_ORACLES names no folder');
  return join(folder, 'node_modules', name);
}

export function load(name) {
  return import(pathToFileURL(modulePath(name)).href);
}
