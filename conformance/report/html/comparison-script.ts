/** The script of the matrix page: filters, folding, keys and links into folded areas. */
export const comparisonScript = `
'use strict';
const one = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const fields = ['search', 'level', 'status', 'differing'].map(one);
const [search, level, status, differing] = fields;
const areas = all('details.area');
const rows = all('.area tr[id]');
const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));

const filter = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    row.hidden = !((!differing.checked || 'differs' in row.dataset)
      && (level.value === '' || row.dataset.level === level.value)
      && (status.value === '' || row.dataset.statuses.split(' ').includes(status.value))
      && words.every((word) => texts.get(row).includes(word)));
    if (!row.hidden) shown += 1;
  }
  for (const area of areas) area.hidden = all('tr[id]', area).every((row) => row.hidden);
  one('nothing').hidden = shown > 0;
  one('shown').textContent = shown === rows.length ? '' : shown + ' of ' + rows.length;
};

const fold = (isOpen) => {
  for (const area of areas) area.open = isOpen;
  one('fold').textContent = isOpen ? 'Collapse all' : 'Expand all';
};

/** Shows what the address names: unfiltered, unfolded and in view. */
const follow = () => {
  const target = one(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) {
    for (const field of [search, level, status]) field.value = '';
    differing.checked = false;
    filter();
  }
  for (let inside = target; inside; inside = inside.parentElement) {
    if (inside.localName === 'details') inside.open = true;
  }
  target.scrollIntoView({ block: 'start' });
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === search && event.key === 'Escape') {
    search.value = '';
    filter();
    search.blur();
  } else if (event.key === '/' && !event.target.matches('input, select')) {
    event.preventDefault();
    search.focus();
  }
});

one('fold').addEventListener('click', () => fold(areas.every((area) => !area.open)));
for (const field of fields) field.addEventListener('input', filter);
one('toolbar').hidden = false;
// Links lead to a position below the toolbar and the names, whose heights depend on the width of the window.
const measure = () => {
  const heads = all('thead').map((head) => head.offsetHeight);
  document.documentElement.style.setProperty('--bar', one('toolbar').offsetHeight + 'px');
  document.documentElement.style.setProperty('--head', Math.max(...heads) + 'px');
};
new ResizeObserver(measure).observe(one('toolbar'));
measure();
filter();
addEventListener('hashchange', follow);
follow();
`;
