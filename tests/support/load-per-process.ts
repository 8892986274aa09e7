/**
 * Loads a module once per process, with Node's own module cache. Jest loads every module again for each test file, which would
 * start a browser for each file. The module must not use top-level await.
 *
 * @param file an absolute path
 */
export function loadPerProcess<Module>(file: string): Module {
  return process.getBuiltinModule('node:module').createRequire(file)(file) as Module;
}
