import { html, type Html } from '#spec/text/html.ts';
import { getReportedCoverage } from '../coverage-matrix.ts';
import { findCauses } from '../failure-causes.ts';
import { createHeadline } from '../headline.ts';
import { groupLeftovers, groupUnverifiedReasons } from '../report-lists.ts';
import { renderCausesSection, renderWarningsSection } from './causes.ts';
import { renderCoverageSection } from './coverage.ts';
import { brandLine, renderDocument } from './html-document.ts';
import { getSectionId, renderRequirementsSection } from './requirements.ts';
import { getStatusWord, orderedStatuses, renderStatusBar } from './status-mark.ts';
import type { Report } from '../report.ts';

/**
 * The page's script: filters, keyboard shortcuts, links into collapsed parts, and copying. The script needs no build
 * step.
 */
const pageScript = `
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const one = (id) => document.getElementById(id);
const rows = all('.row');
const grouped = all('[data-ids]');
const chapters = all('.chapter');
const chips = all('[data-filter]');
const fields = ['search', 'profile', 'section'].map(one);
const [search, profile, section] = fields;

const texts = new WeakMap();
const textOf = (element) => {
  if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
  return texts.get(element);
};

const filter = () => {
  const statuses = chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true').map((chip) => chip.dataset.filter);
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const says = (element) => words.every((word) => textOf(element).includes(word));
  const kept = new Set();
  let shown = 0;
  for (const row of rows) {
    const { status, profile: ofProfile, section: ofSection } = row.dataset;
    const fits = (statuses.length === 0 || statuses.includes(status))
      && (profile.value === '' || profile.value === ofProfile)
      && (section.value === '' || section.value === ofSection);
    if (fits) kept.add(row.id);
    row.hidden = !(fits && says(row));
    if (!row.hidden) shown += 1;
  }
  for (const group of grouped) {
    const ids = group.dataset.ids.split(' ').filter((id) => kept.has(id));
    group.hidden = !ids.some((id) => !one(id).hidden) && !(ids.length > 0 && says(group));
  }
  for (const chapter of chapters) chapter.hidden = all('.row', chapter).every((row) => row.hidden);
  one('nothing').hidden = shown > 0;
  one('shown').textContent = shown === rows.length ? '' : shown + ' of ' + rows.length;
};

const reset = () => {
  for (const field of fields) field.value = '';
  for (const chip of chips) chip.setAttribute('aria-pressed', 'false');
  filter();
};

/** Shows what the address names: unfiltered, unfolded, in view and with the focus. */
const follow = () => {
  const target = one(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) reset();
  for (let inside = target; inside; inside = inside.parentElement) {
    if (inside.localName === 'details') inside.open = true;
  }
  target.scrollIntoView({ block: 'start' });
  if (target.localName === 'details') target.querySelector('summary').focus({ preventScroll: true });
};

const items = () => all('.item:not([hidden]) > summary').filter((summary) => !summary.closest('[hidden]'));

const move = (step) => {
  const list = items();
  const holder = document.activeElement?.closest('.item') ?? document.querySelector('.item:target');
  const at = holder ? list.indexOf(holder.querySelector('summary')) : -1;
  const next = list[at < 0 ? 0 : Math.min(list.length - 1, Math.max(0, at + step))];
  if (!next) return;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
};

const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches('input, select')) {
    if (event.key !== 'Escape') return;
    search.value = '';
    filter();
    event.target.blur();
  } else if (event.key === '/') {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key in steps) {
    event.preventDefault();
    move(steps[event.key]);
  }
});

const copy = (button) => {
  const code = button.parentElement.querySelector('code');
  const select = () => getSelection().selectAllChildren(code);
  const tell = () => {
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  };
  if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(tell, select);
  else select();
};

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) {
    // A link to where the address already leads is followed once more.
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) follow();
  } else if (button.id === 'reset') reset();
  else if ('copy' in button.dataset) copy(button);
  else if (button.dataset.filter) {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    filter();
  }
});

if (one('toolbar')) {
  one('toolbar').hidden = false;
  // Links lead to a position below the toolbar, whose height depends on the width of the window.
  const measure = () => document.documentElement.style.setProperty('--bar', one('toolbar').offsetHeight + 'px');
  new ResizeObserver(measure).observe(one('toolbar'));
  measure();
  for (const field of fields) field.addEventListener('input', filter);
  filter();
  addEventListener('hashchange', follow);
  follow();
}
`;

const getTargetName = ({ target }: Report): string =>
  [target.name ?? target.url, target.version].filter(Boolean).join(' ');

/** Renders the report as a single page that loads nothing, escapes all text, and is readable without its script. */
export const renderHtmlReport = (report: Report): string => {
  const causes = findCauses(report);
  return renderDocument(
    html`${createHeadline(report).verdict}: conformance of ${getTargetName(report)}`,
    pageScript,
    html`${renderHero(report)}
${
  report.problem === undefined && [
    renderToolbar(report),
    html`<div class="frame">${renderContents(report, causes.length)}<main>
${renderCausesSection(causes)}${renderWarningsSection(report)}${renderRequirementsSection(report, causes)}${renderUnverifiedSection(report)}${renderLeftoversSection(report)}${renderConcurrencySection(report)}${renderCoverageSection(report)}${renderReadingsSection(report)}${renderExcludedSection(report)}
</main></div>`,
  ]
}
${renderFooter(report)}`,
  );
};

const renderHero = (report: Report): Html => {
  const { verdict, detail, exit, tone } = createHeadline(report);
  const { target, startedAt, durationMs, seed, only } = report;
  const started = startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return html`<header class="hero ${tone}"><div class="wide">
${brandLine}
<p class="eyebrow">Conformance of ${getTargetName(report)}</p>
<h1>${verdict}</h1>
<p class="lead">${detail} <span class="quiet">${exit}</span></p>
<dl class="facts"><div><dt>Target</dt><dd class="mono">${target.url}</dd></div><div><dt>Run</dt><dd>${started}</dd></div><div><dt>Took</dt><dd>${Math.round(durationMs / 100) / 10} s</dd></div><div><dt>Seed</dt><dd class="mono">${seed}</dd></div>${
    only && html`<div><dt>Only</dt><dd class="mono">${only.join(' ')}</dd></div>`
  }</dl>
${report.profiles.length > 0 && html`<ul class="profiles">${report.profiles.filter(({ verdict: claim, musts }) => claim !== 'not claimed' || musts > 0).map((profile) => renderProfile(report, profile))}</ul>`}
</div></header>`;
};

const renderProfile = (report: Report, profile: Report['profiles'][number]): Html => {
  const musts = report.requirements.filter(
    (row) => row.profile === profile.profile && row.level === 'MUST' && row.status !== 'NOT_APPLICABLE',
  );
  return html`<li class="profile ${profile.verdict.replace(' ', '-')}"><span class="name">${profile.profile}</span><span class="claim">${profile.verdict}</span>
<span class="share"><b>${profile.verified}</b> of ${profile.musts} MUST</span>${musts.length > 0 && renderStatusBar(musts.map(({ status }) => status))}</li>`;
};

const renderToolbar = (
  report: Report,
): Html => html`<div class="toolbar" id="toolbar" role="search" hidden><div class="wide">
<label class="search"><span class="unseen">Search</span><input type="search" id="search" placeholder="Search ids, texts, paths, audits" autocomplete="off" spellcheck="false"><kbd>/</kbd></label>
<div class="chips" role="group" aria-label="Status">${orderedStatuses.filter((status) => report.counts[status] > 0).map((status) => html`<button type="button" class="chip ${status}" data-filter="${status}" aria-pressed="false"><b>${report.counts[status]}</b> ${getStatusWord(status)}</button>`)}</div>
${renderSelect('profile', 'Every profile', [...new Set(report.requirements.map(({ profile }) => profile))])}
${renderSelect('section', 'Every section', [...new Set(report.requirements.map(({ section }) => section))])}
<output id="shown"></output>
</div></div>`;

const renderSelect = (name: string, all: string, options: readonly string[]): Html =>
  html`<select id="${name}" aria-label="${name}"><option value="">${all}</option>${options.map((option) => html`<option>${option}</option>`)}</select>`;

const renderContents = (report: Report, causes: number): Html => {
  const sections = [...new Set(report.requirements.map(({ section }) => section))];
  const countProblems = (section: string): number =>
    report.requirements.filter(
      (row) => row.section === section && ['FAIL', 'FLAKY', 'HARNESS_ERROR'].includes(row.status),
    ).length;
  return html`<nav class="contents" aria-label="Contents"><ul>
${causes > 0 && html`<li><a href="#causes">Causes of failure</a><span class="count FAIL">${causes}</span></li>`}
${report.counts.WARN > 0 && html`<li><a href="#warnings">Recommendations</a><span class="count WARN">${report.counts.WARN}</span></li>`}
<li><a href="#requirements">Requirements</a><span class="count">${report.requirements.length}</span><ul>${sections.map(
    (section) => {
      const failed = countProblems(section);
      return html`<li><a href="#${getSectionId(section)}">${section}</a>${failed > 0 && html`<span class="count FAIL">${failed}</span>`}</li>`;
    },
  )}</ul></li>
${report.counts.NOT_VERIFIED > 0 && html`<li><a href="#open">Not verified</a><span class="count NOT_VERIFIED">${report.counts.NOT_VERIFIED}</span></li>`}
${report.left.length > 0 && html`<li><a href="#left">Left behind</a><span class="count">${report.left.length}</span></li>`}
${getReportedCoverage(report).length + report.events.length > 0 && html`<li><a href="#coverage">Coverage</a></li>`}
${report.readings.length > 0 && html`<li><a href="#readings">Readings</a><span class="count">${report.readings.length}</span></li>`}
${report.excluded.length > 0 && html`<li><a href="#excluded">Excluded</a><span class="count">${report.excluded.length}</span></li>`}
</ul><p class="keys"><kbd>j</kbd><kbd>k</kbd> move <kbd>Enter</kbd> open <kbd>/</kbd> search</p></nav>`;
};

/** Renders a list under a heading. Returns `undefined` if the list is empty. */
const renderListSection = (id: string, title: string, items: readonly Html[]): Html | undefined =>
  items.length === 0
    ? undefined
    : html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
<ul class="open">${items.map((item) => html`<li>${item}</li>`)}</ul></section>`;

const renderUnverifiedSection = (report: Report): Html | undefined =>
  renderListSection(
    'open',
    'Not verified, and what it would take',
    groupUnverifiedReasons(report).map(
      ({ reason, ids }) =>
        html`<span class="count NOT_VERIFIED">${ids.length}</span><div><p>${reason}</p><p class="ids">${ids.map((one) => html`<a href="#${one}">${one}</a> `)}</p></div>`,
    ),
  );

const renderLeftoversSection = (report: Report): Html | undefined =>
  renderListSection(
    'left',
    'Left behind on the target',
    groupLeftovers(report).map(
      ({ reason, leftovers }) =>
        html`<span class="count">${leftovers.length}</span><div><p>${reason}</p><p class="quiet">${leftovers.join(', ')}</p></div>`,
    ),
  );

const renderConcurrencySection = ({ besideOnly }: Report): Html | undefined =>
  renderListSection(
    'beside',
    'Failed while another audit ran, passed alone',
    besideOnly.map(
      ({ audit, message }) =>
        html`<div><p><span class="id">${audit}</span></p><p class="quiet">${message}</p></div>`,
    ),
  );

const renderReadingsSection = ({ readings }: Report): Html | undefined =>
  renderListSection(
    'readings',
    'Fields that the description does not show, and where they were read',
    readings.map(
      ({ key, how, where, requirements }) =>
        html`<span class="count">${requirements}</span><div><p><span class="id">${key}</span> ${how}</p><p class="quiet">${where}</p></div>`,
    ),
  );

const renderExcludedSection = ({ excluded }: Report): Html | undefined =>
  renderListSection(
    'excluded',
    'Statements that no audit checks',
    excluded.map(
      ({ id, text, reason }) =>
        html`<div><p><span class="id">${id}</span> ${text}</p><p class="quiet">${reason}</p></div>`,
    ),
  );

const renderFooter = ({
  stamp,
  rerun,
}: Report): Html => html`<footer><div class="wide"><p>Run again: <code>${rerun.command}</code></p>
<p>Kit <code>${stamp.kit.slice(0, 12)}</code> · documents <code>${stamp.documents.slice(0, 12)}</code> · manifest <code>${stamp.manifest.slice(0, 12)}</code></p></div></footer>`;
