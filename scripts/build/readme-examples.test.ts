/** Checks the user documentation: its examples run, the paths it names exist, and its tables are complete. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeMeanings } from '../../conformance/report/exit-codes.ts';
import { parseManifest } from '../../conformance/target/manifest.ts';
import { Settings } from '../../handlers/security/settings.ts';
import { guides, toHeadingId } from '../../handlers/viewers/guides.ts';
import { createWorkspace, runCommand, startServer, type Workspace } from '../../fixtures/testing-cli.ts';
import { findMissingLine, readBlocks, runDocument } from './testing-documents.ts';
import { type InstalledPackage, installPackage } from './testing-installed-package.ts';

const root = new URL('../..', import.meta.url).pathname;
const readDocument = (path: string): string => readFileSync(join(root, path), 'utf8');

const guidePaths = Object.values(guides)
  .map(({ file }) => `spec/${file}`)
  .filter((path) => path.includes('/guides/'));
/** Documents that are in the package. The tests run their commands. */
const userDocuments = ['README.md', ...guidePaths];
const operations = readDocument('spec/guides/operations.md');

let installed: InstalledPackage;
let workspace: Workspace;
beforeAll(async () => {
  installed = await installPackage();
  await installed.addSignalR();
  workspace = await createWorkspace();
}, 300_000);
afterAll(async () => {
  await installed.dispose();
  await workspace.dispose();
});

describe.each(userDocuments)('%s', (path) => {
  const document = readDocument(path);

  it('shows commands that run, with the output that it shows', async () => {
    const results = await runDocument(document, installed);
    expect(results.length).toBeGreaterThan(1);
    for (const { block, output, code, shown } of results) {
      const expected = Number(/exits=(\d)/.exec(block.info)?.[1] ?? 0);
      if (code !== undefined) expect(code, `${block.text}${output}`).toBe(expected);
      if (shown !== undefined) expect(findMissingLine(shown, output), output).toBe(undefined);
    }
  }, 300_000);

  it('names commands that exist', async () => {
    const commands = new Set([...document.matchAll(/npx scene-runtime ([a-z-]+)/g)].map(([, name]) => name!));
    expect(commands.size).toBeGreaterThan(0);
    for (const command of commands) {
      const { code, stdout } = await runCommand(installed.command, [command, '--help']);
      expect([command, code]).toEqual([command, 0]);
      expect(stdout).toContain(`scene-runtime ${command}`);
    }
  });

  it('names paths that are in the package, or says that they need a clone', () => {
    // Leaves out sections and paragraphs that say that they are about a clone. The code after such a paragraph is left
    // out as well.
    const packageSection = document
      .split(/^(?=## )/m)
      .filter((section) => !section.startsWith('## In a clone'))
      .flatMap((section) => section.split(/\n\n(?!```)/))
      .filter((paragraph) => !/in (a|the)\s+clone/i.test(paragraph))
      .join('\n');
    const mentionedNames = packageSection.match(/[\w.@-]+(\/[\w.@-]+)*/g) ?? [];
    const paths = mentionedNames.filter((name) => /[./]/.test(name) && existsSync(join(root, name)));
    expect(paths.filter((path) => !existsSync(join(installed.packageFolder, path)))).toEqual([]);
    expect(packageSection).not.toMatch(/npm (run|start|test|ci)\b/);
  });

  it('shows settings and manifests that are valid', () => {
    for (const { info, text } of readBlocks(document)) {
      if (info === 'settings') Settings.partial().parse(JSON.parse(text));
      if (info === 'manifest') parseManifest(text);
    }
  });

  it('gives a reason for every command that is not run', () => {
    for (const { language, info } of readBlocks(document)) {
      if (language === 'sh') expect(info).toMatch(/^(server|exits=\d|manual: \w.*)?$/);
    }
  });
});

describe('links', () => {
  const otherDocuments = [
    'CONTRIBUTING.md',
    ...['PROTOCOL', 'ENGINE', 'PROJECTS', 'CHOICES', 'RUNTIME-LINK', 'GLOSSARY'].map(
      (name) => `spec/${name}.md`,
    ),
    'scripts/stress/README.md',
  ];

  it.each([...userDocuments, ...otherDocuments])('of %s lead to existing files and sections', (path) => {
    const isPacked = path !== 'CONTRIBUTING.md' && !path.startsWith('scripts/');
    // Code is left out, because C++ functions look like links.
    const prose = readDocument(path).replace(/^```[\s\S]*?^```$/gm, '');
    const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    for (const link of links.filter((link) => !link.startsWith('https://'))) {
      const [target = '', fragment] = link.split('#');
      const file = target === '' ? path : relative(root, join(root, dirname(path), target));
      // CONTRIBUTING.md is only in clones.
      const folder = isPacked && file !== 'CONTRIBUTING.md' ? installed.packageFolder : root;
      expect([link, existsSync(join(folder, file))]).toEqual([link, true]);
      if (fragment === undefined) continue;
      const headings = [...readDocument(file).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
        toHeadingId(title!),
      );
      expect(headings, link).toContain(fragment);
    }
  });
});

describe('the contents', () => {
  it.each(['PROTOCOL', 'ENGINE', 'PROJECTS', 'RUNTIME-LINK'])(
    'of %s list every section, in order',
    (name) => {
      const [head, ...sections] = readDocument(`spec/${name}.md`).split(/^(?=##+ \d)/m);
      const headings = sections
        .map((section) => /^##+ (\d.+)$/m.exec(section)?.[1] ?? '')
        .filter((_, index) => /^###? /.test(sections[index]!));
      const links = [...head!.matchAll(/^ *- \[(.+)\]\(#(.+)\)$/gm)];
      expect(links.map(([, title]) => title)).toEqual(headings);
      expect(links.map(([, , id]) => id)).toEqual(headings.map(toHeadingId));
    },
  );
});

describe('the tables of the operations guide', () => {
  const getCells = (section: string): string[][] =>
    [
      ...operations
        .split(`\n## ${section}\n`)[1]!
        .split('\n## ')[0]!
        .matchAll(/^\| (`.+) \|$/gm),
    ].map(([, row]) => row!.split(' | '));
  const codes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

  it('list every setting', () => {
    const settingNames = getCells('All settings')
      .flatMap(([cell]) => codes(cell!))
      .filter((name) => /^\w+$/.test(name));
    expect(settingNames.sort()).toEqual(Object.keys(Settings.shape).sort());
  });

  it('list every flag of every command', async () => {
    const rows = getCells('All flags').map(([command, flag]) => {
      const [name] = /^[a-z-]+( compare)?/.exec(codes(command!)[0]!)!;
      return `${name} ${/--[a-z-]+/.exec(flag!)?.[0]}`;
    });
    const commandNames = async (args: string[]): Promise<string[]> => {
      const { stdout } = await runCommand(installed.command, [...args, '--help'], {
        env: { COLUMNS: '200' },
      });
      const [, list = ''] = stdout.split('\nCommands:\n');
      const names = [...list.matchAll(/^ {2}([a-z-]+)/gm)]
        .map(([, name]) => name!)
        .filter((name) => name !== 'help');
      const flags = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => `${args.join(' ')} ${flag}`);
      const subcommands = await Promise.all(names.map((name) => commandNames([...args, name])));
      return [...(args.length > 0 ? flags : []), ...subcommands.flat()];
    };
    expect(rows.sort()).toEqual((await commandNames([])).sort());
  });

  it('list every exit code of the kit', () => {
    const implementation = readDocument('spec/guides/implementation.md');
    for (const [code, meaning] of Object.entries(exitCodeMeanings))
      expect(implementation).toContain(`| ${code} | ${meaning} |`);
    const [, table = ''] = /^\| exit code \| meaning \|\n.*\n((?:\|.*\n)+)/m.exec(implementation) ?? [];
    expect(table.trim().split('\n')).toHaveLength(Object.keys(exitCodeMeanings).length);
    const header = operations.match(/^\| Command \| 0 (.*)\|$/m)?.[0];
    expect(header?.match(/\d/g)).toEqual(Object.keys(exitCodeMeanings));
  });
});

describe('the samples of the typed client', () => {
  const samples = ['README.md', 'spec/guides/client.md']
    .flatMap((path) => readBlocks(readDocument(path)))
    .flatMap(({ info, text }) => {
      const [, file] = /^file=(\S+)\.mjs$/.exec(info) ?? [];
      return file === undefined ? [] : [{ file, text }];
    });

  it.each(samples)('$file compiles with the types of the package', async ({ file, text }) => {
    await writeFile(join(installed.folder, `${file}.mts`), text);
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck'];
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await runCommand(tsc, [...options, ...types, `${file}.mts`], {
      cwd: installed.folder,
    });
    expect(stdout).toBe('');
  });

  it('delete what they create, and run again', async () => {
    const server = await startServer(workspace);
    const { text } = samples.find(({ file }) => file === 'steps')!;
    await writeFile(join(installed.folder, 'steps.mjs'), text.replace('http://127.0.0.1:7180', server.url));
    const options = { cwd: installed.folder, env: { SCENE_TOKEN: server.token } };
    for (let time = 0; time < 2; time++) {
      const { code, stdout, stderr } = await runCommand(process.execPath, ['steps.mjs'], options);
      expect([code, stderr, stdout]).toEqual([0, '', 'graph.running\ntween.completed\ngraph.stopped\n']);
    }
    const graphs = await fetch(`${server.url}/api/graphs`, { headers: { 'X-API-Key': server.token } });
    expect(await graphs.json()).toEqual([]);
    expect((await server.stop()).stderr).toBe('');
  });
});

it.each(['CONTRIBUTING.md', 'scripts/stress/README.md'])('%s names paths that exist', (path) => {
  const folders = 'spec|runtime|handlers|conformance|bench|fixtures|scripts';
  const spans = [...readDocument(path).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  const pattern = new RegExp(`(?<![\\w./-])(${folders})(/[\\w.-]+)+`, 'g');
  const paths = spans.flatMap((span) => span.replace(/\/<.*/, '').match(pattern) ?? []);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

it('the README and CONTRIBUTING stay short', () => {
  expect(statSync(join(root, 'README.md')).size).toBeLessThan(7_000);
  expect(statSync(join(root, 'CONTRIBUTING.md')).size).toBeLessThan(8_000);
});
