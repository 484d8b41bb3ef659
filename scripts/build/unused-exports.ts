/** Names every export that no other file takes, and ends with code 1 when there is one. Tests take as others do. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from '@ts-morph/common';

interface ModuleExports {
  /** Names and the lines that they are exported in. */
  readonly exports: ReadonlyMap<string, number>;
  /** What it takes of others: `file name`. */
  readonly imports: readonly string[];
}

/** Stands for every name that a file exports. */
const allExports = '*';

/** Taken by what is no file of this repository: users of the package, a project that a test makes, the test runner, Stryker. */
const externallyUsedFiles = [
  'spec/client/index.ts',
  'fixtures/clients/typed-client-types.ts',
  '.config/print-seed.ts',
  'scripts/mutation-testing/source-mutants/stryker-plugins.js',
];

/** What hosts take of the bundle for all of them, what the build puts in the place of others, and examples. */
const externallyUsedFolders = ['handlers/portable/', 'fixtures/hosts/examples/'];

/** The file that a specifier leads to; undefined for a package. */
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

/** The names that a statement with the word `export` declares. */
const listDeclaredNames = (statement: ts.Statement): string[] => {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const kinds = modifiers.map(({ kind }) => kind);
  // A default export is taken by path, as the manifest of a target names a module.
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => listBindingNames(name));
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
};

/** The names that `import(…)` is asked for. */
const listDynamicImportNames = (call: ts.CallExpression): string[] => {
  let holder: ts.Node = call.parent;
  while (ts.isAwaitExpression(holder) || ts.isParenthesizedExpression(holder)) holder = holder.parent;
  if (ts.isPropertyAccessExpression(holder)) return [holder.name.text];
  if (ts.isVariableDeclaration(holder) && ts.isObjectBindingPattern(holder.name))
    return holder.name.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
  return [allExports];
};

const listImportNames = (clause: ts.ImportClause | undefined): string[] => {
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return [];
  if (ts.isNamespaceImport(bindings)) return [allExports];
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
};

const parseModule = (file: string, text: string): ModuleExports => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const exports = new Map<string, number>();
  const takes: string[] = [];

  const take = (specifier: ts.Node | undefined, names: readonly string[]): void => {
    const from = specifier && ts.isStringLiteral(specifier) ? resolveFile(file, specifier.text) : undefined;
    if (from !== undefined) takes.push(...names.map((name) => `${from} ${name}`));
  };
  const declare = (name: string, node: ts.Node): void => {
    exports.set(name, source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) take(node.moduleSpecifier, listImportNames(node.importClause));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      take(node.argument.literal, [node.qualifier?.getText(source).split('.')[0] ?? allExports]);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      take(node.arguments[0], listDynamicImportNames(node));
    else if (ts.isExportDeclaration(node)) {
      const clause = node.exportClause;
      const elements = clause && ts.isNamedExports(clause) ? clause.elements : [];
      for (const { name } of elements) declare(name.text, name);
      const names = elements.map(({ name, propertyName }) => (propertyName ?? name).text);
      take(node.moduleSpecifier, elements.length > 0 ? names : [allExports]);
    }
    ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) {
    for (const name of listDeclaredNames(statement)) declare(name, statement);
    visit(statement);
  }
  return { exports, imports: takes };
};

/** The exports that no other file takes, each as `file:line name`, of the texts of files by path. */
export const findUnusedExports = (files: ReadonlyMap<string, string>): string[] => {
  const modules = [...files].map(([file, text]) => ({ file, ...parseModule(file, text) }));
  const taken = new Set(modules.flatMap(({ imports }) => imports));
  return modules
    .filter(
      ({ file }) =>
        !externallyUsedFiles.includes(file) &&
        !externallyUsedFolders.some((folder) => file.startsWith(folder)) &&
        !taken.has(`${file} ${allExports}`),
    )
    .flatMap(({ file, exports }) =>
      [...exports]
        .filter(([name]) => !taken.has(`${file} ${name}`))
        .map(([name, line]) => `${file}:${line} ${name}`),
    );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL('../..', import.meta.url).pathname;
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.mjs'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
  const unused = findUnusedExports(
    new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  );
  for (const line of unused) process.stdout.write(`${line}: no other file takes this export\n`);
  process.exitCode = unused.length === 0 ? 0 : 1;
}
