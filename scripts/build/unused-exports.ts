/**
 * Lists every export that no other file uses, and exits with code 1 if any export is unused. An export that only tests
 * import counts as unused, unless its own file uses it too. A type that its own file uses counts as used, because a
 * declaration file must name the types of the file's other exports.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from '@ts-morph/common';

interface ModuleExports {
  /** Line number of each export, keyed by name. */
  readonly exports: ReadonlyMap<string, number>;
  readonly types: ReadonlySet<string>;
  /** Names that the file uses from other files, each as `file name`. */
  readonly imports: readonly string[];
  /** Number of times that each identifier occurs in the file, including its declaration. */
  readonly identifiers: ReadonlyMap<string, number>;
}

/** Stands for all exports of a file. */
const allExports = '*';

/**
 * Files that are used from outside this repository: by users of the package, by a project that a test creates, by the
 * test runner, or by Stryker.
 */
const externallyUsedFiles = [
  'spec/client/index.ts',
  'fixtures/clients/typed-client-type-tests.ts',
  '.config/print-seed.ts',
  'scripts/mutation-testing/source-mutants/stryker-plugins.js',
];

/**
 * Exports in these folders are never reported, because code outside the repository uses them: hosts of the portable
 * bundle, the build, which inserts replacement modules, and readers of the examples.
 */
const externallyUsedFolders = ['handlers/portable/', 'fixtures/hosts/examples/'];

/** Returns the file that a specifier refers to, or `undefined` for a package. */
const resolveFile = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
};

const listBindingNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) =>
        ts.isBindingElement(element) ? listBindingNames(element.name) : [],
      );

/** Returns the names that a statement with `export` declares. */
const listDeclaredNames = (statement: ts.Statement): string[] => {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const kinds = modifiers.map(({ kind }) => kind);
  // Default exports are ignored: they are used by path, for example when a target's manifest names a module.
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => listBindingNames(name));
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
};

/** Returns the names that are read from the result of `import(…)`. */
const listDynamicImportNames = (importCall: ts.CallExpression): string[] => {
  let parent: ts.Node = importCall.parent;
  while (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) parent = parent.parent;
  if (ts.isPropertyAccessExpression(parent)) return [parent.name.text];
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name))
    return parent.name.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
  return [allExports];
};

const listImportNames = (clause: ts.ImportClause | undefined): string[] => {
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return [];
  if (ts.isNamespaceImport(bindings)) return [allExports];
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
};

/** Everything in these folders serves tests and long runs. */
const foldersForTests = ['fixtures/', 'scripts/stress/'];

const isTestFile = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing[^/]*$/.test(file);

const parseModule = (file: string, text: string): ModuleExports => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const exports = new Map<string, number>();
  const imports: string[] = [];
  const identifiers = new Map<string, number>();
  const types = new Set<string>();

  const addImports = (specifier: ts.Node | undefined, names: readonly string[]): void => {
    const from = specifier && ts.isStringLiteral(specifier) ? resolveFile(file, specifier.text) : undefined;
    if (from !== undefined) imports.push(...names.map((name) => `${from} ${name}`));
  };
  const declare = (name: string, node: ts.Node): void => {
    exports.set(name, source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) identifiers.set(node.text, (identifiers.get(node.text) ?? 0) + 1);
    if (ts.isImportDeclaration(node)) addImports(node.moduleSpecifier, listImportNames(node.importClause));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      addImports(node.argument.literal, [node.qualifier?.getText(source).split('.')[0] ?? allExports]);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      addImports(node.arguments[0], listDynamicImportNames(node));
    else if (ts.isExportDeclaration(node)) {
      const clause = node.exportClause;
      const elements = clause && ts.isNamedExports(clause) ? clause.elements : [];
      for (const { name } of elements) declare(name.text, name);
      const names = elements.map(({ name, propertyName }) => (propertyName ?? name).text);
      addImports(node.moduleSpecifier, elements.length > 0 ? names : [allExports]);
    }
    ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) {
    for (const name of listDeclaredNames(statement)) declare(name, statement);
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      types.add(statement.name.text);
    visit(statement);
  }
  return { exports, types, imports, identifiers };
};

/**
 * Returns the exports that no other file uses, each as `file:line name`.
 * @param files the contents of all files, keyed by path
 */
export const findUnusedExports = (files: ReadonlyMap<string, string>): string[] => {
  const modules = [...files].map(([file, text]) => ({ file, ...parseModule(file, text) }));
  const usedByTests = new Set(modules.flatMap(({ file, imports }) => (isTestFile(file) ? imports : [])));
  const usedExports = new Set(modules.flatMap(({ file, imports }) => (isTestFile(file) ? [] : imports)));
  return modules
    .filter(
      ({ file }) =>
        !externallyUsedFiles.includes(file) &&
        !externallyUsedFolders.some((folder) => file.startsWith(folder)) &&
        !usedExports.has(`${file} ${allExports}`),
    )
    .flatMap(({ file, exports, types, identifiers }) =>
      [...exports]
        .filter(([name]) => {
          const key = `${file} ${name}`;
          const isUsedHere = (identifiers.get(name) ?? 0) > 1;
          if (usedExports.has(key) || (types.has(name) && isUsedHere)) return false;
          const servesTests = isTestFile(file) || foldersForTests.some((folder) => file.startsWith(folder));
          return !usedByTests.has(key) || !(servesTests || isUsedHere);
        })
        .map(([name, line]) => `${file}:${line} ${name}`),
    );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL('../..', import.meta.url).pathname;
  const fileList = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.mjs'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const files = fileList.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
  const unused = findUnusedExports(
    new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  );
  for (const line of unused) process.stdout.write(`${line}: no other file uses this export\n`);
  process.exitCode = unused.length === 0 ? 0 : 1;
}
