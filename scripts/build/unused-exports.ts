/**
 * Lists every export that no other file uses, and exits with code 1 if any export is unused. An export that only tests
 * import counts as unused, unless its own file uses it too. A type that its own file uses counts as used, because a
 * declaration file must name the types of the file's other exports.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

interface ModuleExports {
  /** Line number of each export, keyed by name. */
  readonly exports: ReadonlyMap<string, number>;
  readonly types: ReadonlySet<string>;
  /** Names that the file uses from other files, each as `file name`. */
  readonly imports: readonly string[];
  /** Positions of each identifier in the file, including its declaration. */
  readonly identifiers: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Stands for all exports of a file. */
const allExports = '*';

/**
 * Files that are used from outside this repository: by users of the package, by a page, by a project that a test
 * creates, by the test runner, or by Stryker.
 */
const externallyUsedFiles = [
  'spec/client/index.ts',
  'runtime/sdk/browser.ts',
  'runtime/sdk/index.ts',
  'fixtures/runtimes/three/three-engine.js',
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

type Statement = ReturnType<typeof parseAst>['body'][number];
type NamedExport = Extract<Statement, { type: 'ExportNamedDeclaration' }>;
type Variable = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number];
type ModuleName = NamedExport['specifiers'][number]['local'];

const listBindingNames = (binding: Variable['id']): string[] => {
  switch (binding.type) {
    case 'Identifier':
      return [binding.name];
    case 'AssignmentPattern':
      return listBindingNames(binding.left);
    case 'ArrayPattern':
      return binding.elements.flatMap((element) => (element ? listElementNames(element) : []));
    case 'ObjectPattern':
      return binding.properties.flatMap((property) =>
        listElementNames(property.type === 'Property' ? property.value : property),
      );
  }
};

const listElementNames = (
  element: Variable['id'] | { readonly type: 'RestElement'; readonly argument: Variable['id'] },
): string[] => listBindingNames(element.type === 'RestElement' ? element.argument : element);

/** Returns the names that a statement with `export` declares. */
const listDeclaredNames = (declaration: NamedExport['declaration']): string[] => {
  if (declaration === null) return [];
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => listBindingNames(id));
  return declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
};

const getModuleName = (name: ModuleName): string => (name.type === 'Literal' ? name.value : name.name);

/** The nodes below a statement that are of interest. */
type SyntaxNode =
  | { readonly type: 'Identifier' | 'JSXIdentifier'; readonly name: string; readonly start: number }
  | { readonly type: 'ImportExpression'; readonly source: SyntaxNode }
  | { readonly type: 'Literal'; readonly value: unknown }
  | { readonly type: 'TSImportType'; readonly source: SyntaxNode; readonly qualifier: SyntaxNode | null }
  | { readonly type: 'TSQualifiedName'; readonly left: SyntaxNode }
  | { readonly type: 'MemberExpression'; readonly property: SyntaxNode }
  | { readonly type: 'VariableDeclarator'; readonly id: SyntaxNode }
  | { readonly type: 'ObjectPattern'; readonly properties: readonly { readonly key?: SyntaxNode }[] }
  | { readonly type: 'AwaitExpression' };

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Returns the names that are read from the result of `import(…)`. */
const listDynamicImportNames = (ancestors: readonly SyntaxNode[]): string[] => {
  const user = ancestors.findLast(({ type }) => type !== 'AwaitExpression');
  if (user?.type === 'MemberExpression' && user.property.type === 'Identifier') return [user.property.name];
  if (user?.type === 'VariableDeclarator' && user.id.type === 'ObjectPattern')
    return user.id.properties.map(({ key }) => (key?.type === 'Identifier' ? key.name : allExports));
  return [allExports];
};

const getFirstName = (qualifier: SyntaxNode | null): string => {
  if (qualifier?.type === 'TSQualifiedName') return getFirstName(qualifier.left);
  return qualifier?.type === 'Identifier' ? qualifier.name : allExports;
};

/** Everything in these folders serves tests and long runs. */
const foldersForTests = ['fixtures/', 'scripts/stress/'];

const isTestFile = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing[^/]*$/.test(file);

const parseModule = (file: string, text: string): ModuleExports => {
  const extension = posix.extname(file).slice(1);
  const { body } = parseAst(text, { lang: extension === 'ts' || extension === 'tsx' ? extension : 'jsx' });
  const exports = new Map<string, number>();
  const imports: string[] = [];
  const identifiers = new Map<string, Set<number>>();
  const types = new Set<string>();

  const addImports = (specifier: SyntaxNode | null, names: readonly string[]): void => {
    const from =
      specifier?.type === 'Literal' && typeof specifier.value === 'string'
        ? resolveFile(file, specifier.value)
        : undefined;
    if (from !== undefined) imports.push(...names.map((name) => `${from} ${name}`));
  };
  const declare = (name: string, { start }: { readonly start: number }): void => {
    exports.set(name, text.slice(0, start).split('\n').length);
  };

  const visit = (node: SyntaxNode, ancestors: readonly SyntaxNode[]): void => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier')
      identifiers.set(node.name, (identifiers.get(node.name) ?? new Set()).add(node.start));
    else if (node.type === 'TSImportType') addImports(node.source, [getFirstName(node.qualifier)]);
    else if (node.type === 'ImportExpression') addImports(node.source, listDynamicImportNames(ancestors));
    const path = [...ancestors, node];
    for (const child of Object.values(node).flat()) if (isSyntaxNode(child)) visit(child, path);
  };
  for (const statement of body) {
    if (isSyntaxNode(statement)) visit(statement, []);
    // Default exports are ignored: they are used by path, for example when a target's manifest names a module.
    if (statement.type === 'ImportDeclaration')
      addImports(
        statement.source,
        statement.specifiers.flatMap((specifier) => {
          if (specifier.type === 'ImportDefaultSpecifier') return [];
          return specifier.type === 'ImportSpecifier' ? [getModuleName(specifier.imported)] : [allExports];
        }),
      );
    else if (statement.type === 'ExportAllDeclaration') addImports(statement.source, [allExports]);
    else if (statement.type === 'ExportNamedDeclaration') {
      const { declaration } = statement;
      for (const name of listDeclaredNames(declaration)) declare(name, statement);
      if (declaration?.type === 'TSInterfaceDeclaration' || declaration?.type === 'TSTypeAliasDeclaration')
        types.add(declaration.id.name);
      for (const { exported } of statement.specifiers) declare(getModuleName(exported), exported);
      addImports(
        statement.source,
        statement.specifiers.map(({ local }) => getModuleName(local)),
      );
    }
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
          const isUsedHere = (identifiers.get(name)?.size ?? 0) > 1;
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
