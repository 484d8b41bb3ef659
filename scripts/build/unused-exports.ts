/** Names every export that no other file takes, and ends with code 1 when there is one. Tests take as others do. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from '@ts-morph/common';

interface Module {
  /** Names and the lines that they are exported in. */
  readonly exports: ReadonlyMap<string, number>;
  /** What it takes of others: `file name`. */
  readonly takes: readonly string[];
}

/** Stands for every name that a file exports. */
const everything = '*';

/** Taken by what is no file of this repository: users of the package, a project that a test makes, the test runner, Stryker. */
const takenOutside = [
  'spec/client/index.ts',
  'fixtures/clients/typed-calls.ts',
  '.config/announce-seed.ts',
  'scripts/long-runs/mutate/drawn.js',
];

/** What hosts take of the bundle for all of them, what the build puts in the place of others, and examples. */
const takenByHosts = ['handlers/portable/', 'fixtures/hosts/examples/'];

/** The file that a specifier leads to; undefined for a package. */
const fileOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
};

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));

/** The names that a statement with the word `export` declares. */
const declaredBy = (statement: ts.Statement): string[] => {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const kinds = modifiers.map(({ kind }) => kind);
  // A default export is taken by path, as the manifest of a target names a module.
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
};

/** The names that `import(…)` is asked for. */
const namesOfLazy = (call: ts.CallExpression): string[] => {
  let holder: ts.Node = call.parent;
  while (ts.isAwaitExpression(holder) || ts.isParenthesizedExpression(holder)) holder = holder.parent;
  if (ts.isPropertyAccessExpression(holder)) return [holder.name.text];
  if (ts.isVariableDeclaration(holder) && ts.isObjectBindingPattern(holder.name))
    return holder.name.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
  return [everything];
};

const namesOfClause = (clause: ts.ImportClause | undefined): string[] => {
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return [];
  if (ts.isNamespaceImport(bindings)) return [everything];
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
};

const read = (file: string, text: string): Module => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const exports = new Map<string, number>();
  const takes: string[] = [];

  const take = (specifier: ts.Node | undefined, names: readonly string[]): void => {
    const from = specifier && ts.isStringLiteral(specifier) ? fileOf(file, specifier.text) : undefined;
    if (from !== undefined) takes.push(...names.map((name) => `${from} ${name}`));
  };
  const declare = (name: string, node: ts.Node): void => {
    exports.set(name, source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) take(node.moduleSpecifier, namesOfClause(node.importClause));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      take(node.argument.literal, [node.qualifier?.getText(source).split('.')[0] ?? everything]);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      take(node.arguments[0], namesOfLazy(node));
    else if (ts.isExportDeclaration(node)) {
      const clause = node.exportClause;
      const elements = clause && ts.isNamedExports(clause) ? clause.elements : [];
      for (const { name } of elements) declare(name.text, name);
      const names = elements.map(({ name, propertyName }) => (propertyName ?? name).text);
      take(node.moduleSpecifier, elements.length > 0 ? names : [everything]);
    }
    ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) {
    for (const name of declaredBy(statement)) declare(name, statement);
    visit(statement);
  }
  return { exports, takes };
};

/** The exports that no other file takes, each as `file:line name`, of the texts of files by path. */
export const unusedExports = (files: ReadonlyMap<string, string>): string[] => {
  const modules = [...files].map(([file, text]) => ({ file, ...read(file, text) }));
  const taken = new Set(modules.flatMap(({ takes }) => takes));
  return modules
    .filter(
      ({ file }) =>
        !takenOutside.includes(file) &&
        !takenByHosts.some((folder) => file.startsWith(folder)) &&
        !taken.has(`${file} ${everything}`),
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
  const unused = unusedExports(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
  for (const line of unused) process.stdout.write(`${line}: no other file takes this export\n`);
  process.exitCode = unused.length === 0 ? 0 : 1;
}
