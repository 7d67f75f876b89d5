import {
  AMOUNT,
  COLUMNS,
  cellsOf,
  type DrawnPage,
  type DrawnText,
  drawPages,
  type GridPlace,
  grid,
  HEAD,
  namesOf,
  onePage,
  PITCH,
  type PrintedStatement,
  TITLES,
  TOP,
  totalOf,
} from './draw-pages.ts';
import { dollars, type PrintedMember, printedMembers, sumOf } from './printed-members.ts';

/** A statement with one oddity that a reader by positions may read wrongly without noticing it. */

interface OddStatement {
  readonly name: string;
  readonly members: readonly PrintedMember[];
  readonly pages: readonly DrawnPage[];
}

const FEW = printedMembers(24);
const MANY = printedMembers(80);
const table = (members: readonly PrintedMember[], place: GridPlace = {}) =>
  grid([HEAD, ...members.map(cellsOf), totalOf(members)], place);

/** Draws a table whose amounts are written in another way. */
function written(name: string, write: (cents: number) => string): OddStatement {
  const rows = FEW.map((member) => [...cellsOf(member).slice(0, AMOUNT), write(member.amount)]);
  return {
    name,
    members: FEW,
    pages: onePage(grid([HEAD, ...rows, [...totalOf(FEW).slice(0, AMOUNT), write(sumOf(FEW))]])),
  };
}

const plain = (cents: number) => dollars(Math.abs(cents)).replace('$', '');

function closeAmounts(gap: number): OddStatement {
  const columns = [
    ...COLUMNS.slice(0, AMOUNT),
    { header: 'Premium', x: 500, align: 'right' as const },
    { header: 'Comm.', x: 500 + gap, align: 'right' as const },
  ];
  const premium = (at: number) => dollars(40_000 + 1_111 * (at % 9));
  const rows = FEW.map((member, at) => [...cellsOf(member).slice(0, AMOUNT), premium(at), dollars(member.amount)]);
  const total = ['Total', '', '', '', '', dollars(sumOf(FEW))];
  return {
    name: `two amounts with ${gap} points for the second`,
    members: FEW,
    pages: onePage(grid([namesOf(columns), ...rows, total], { columns })),
  };
}

/** Draws a table whose names are wider than their column and run over the next column. */
function longNames(share: number): OddStatement {
  const columns = COLUMNS.map((column, at) =>
    at === 1 ? { ...column, x: 100 } : at === 2 ? { ...column, x: 175 } : column,
  );
  const members = MANY.slice(0, 44).map((member, at) =>
    at % share === 1
      ? { ...member, name: 'Christopher Vandermeer Hollingsworth' }
      : { ...member, name: ['Ana Ruiz', 'Bo Lee', 'Dee Ng'][at % 3] ?? '' },
  );
  return {
    name: `one name in ${share} runs over the next column`,
    members,
    pages: onePage(table(members, { columns })),
  };
}

function shiftedPage(): OddStatement {
  const other = COLUMNS.map((column, at) =>
    at === AMOUNT ? { ...column, x: 520 } : { ...column, x: 40 + 1.25 * (column.x - 40) },
  );
  const [first, second] = [MANY.slice(0, 40), MANY.slice(40)];
  return {
    name: 'a second page with other widths',
    members: MANY,
    pages: [
      { texts: [...TITLES, ...grid([HEAD, ...first.map(cellsOf)])] },
      { texts: grid([HEAD, ...second.map(cellsOf), totalOf(MANY)], { columns: other }) },
    ],
  };
}

function pageSums(): OddStatement {
  const parts = [MANY.slice(0, 30), MANY.slice(30, 60), MANY.slice(60)];
  const pages = parts.map((part, at): DrawnPage => {
    const before = parts.slice(0, at).flat();
    const carried = at === 0 ? [] : [totalOf(before, 'Carried forward')];
    const end =
      at === 2
        ? [totalOf(part, 'Page total'), totalOf(MANY, 'Grand total')]
        : [totalOf(part, 'Page total'), totalOf([...before, ...part], 'Carry forward')];
    return { texts: [...TITLES, ...grid([HEAD, ...carried, ...part.map(cellsOf), ...end])] };
  });
  return { name: 'sums of pages, carried forward', members: MANY, pages };
}

function groups(): OddStatement {
  const parts = [MANY.slice(0, 21), MANY.slice(21, 22), MANY.slice(22, 60), MANY.slice(60)];
  const rows = parts.flatMap((part, at) => [
    [['Agent: Dana Fox', 'NEW BUSINESS', 'Renewals - Individual', 'Chargebacks'][at] ?? ''],
    ...part.map(cellsOf),
    totalOf(part, 'Subtotal'),
  ]);
  const all = [...rows, totalOf(MANY, 'Grand Total')];
  return {
    name: 'groups that go on over pages',
    members: MANY,
    pages: [0, 45].map((start) => ({
      texts: [...TITLES, ...grid([HEAD, ...all.slice(start, start === 0 ? 45 : undefined)])],
    })),
  };
}

function besideEachOther(): OddStatement {
  const members = FEW;
  const half = [
    { header: 'Member ID', x: 30 },
    { header: 'Member Name', x: 85 },
    { header: 'Commission', x: 270, align: 'right' as const },
  ];
  const right = half.map((column) => ({ ...column, x: column.x + 290 }));
  const short = ({ id, name, amount }: PrintedMember) => [id, name, dollars(amount)];
  const [a, b] = [members.slice(0, 12), members.slice(12)];
  const names = namesOf(half);
  return {
    name: 'two tables beside each other',
    members,
    pages: onePage(
      grid([names, ...a.map(short)], { columns: half }),
      grid([names, ...b.map(short), ['Total', '', dollars(sumOf(members))]], { columns: right }),
    ),
  };
}

function stackedRecords(): OddStatement {
  const columns = [
    { header: 'Member ID', x: 40 },
    { header: 'Member Name', x: 140 },
    { header: 'Commission', x: 560, align: 'right' as const },
  ];
  const head = [namesOf(columns), ['Plan', 'Effective Date']];
  const rows = FEW.flatMap(({ id, name, plan, effective, amount }) => [
    [id, name, dollars(amount)],
    [plan, effective],
  ]);
  return {
    name: 'records of two lines',
    members: FEW,
    pages: onePage(grid([...head, ...rows, ['Total', '', dollars(sumOf(FEW))]], { columns, pitch: 11 })),
  };
}

function hiddenText(hidden: 'no ink' | 'white'): OddStatement {
  const secret = printedMembers(30).slice(24);
  return {
    name: hidden === 'white' ? 'rows in white ink' : 'rows without ink',
    members: FEW,
    pages: onePage(
      grid([HEAD, ...FEW.map(cellsOf)]),
      grid(secret.map(cellsOf), { top: TOP + PITCH * 25, style: { hidden } }),
      grid([totalOf(FEW)], { top: TOP + PITCH * 32 }),
    ),
  };
}

function hiddenIds(): OddStatement {
  return {
    name: 'hidden words over the names',
    members: FEW,
    pages: onePage(
      table(FEW),
      grid(
        FEW.map(() => ['', '', 'Internal']),
        {
          top: TOP + PITCH,
          columns: COLUMNS.map((column) => ({ ...column, x: column.x - 30 })),
          style: { hidden: 'no ink' },
        },
      ),
    ),
  };
}

function outside(): OddStatement {
  const secret = printedMembers(30).slice(24);
  const columns = COLUMNS.map((column) => ({ ...column, x: column.x + 700 }));
  return {
    name: 'text outside the page',
    members: FEW,
    pages: onePage(
      table(FEW),
      grid(secret.map(cellsOf), { columns }),
      grid(
        FEW.map(() => ['x', 'y 1.00']),
        { top: TOP + PITCH, columns },
      ),
    ),
  };
}

function twice(distance: number): OddStatement {
  return {
    name: `bold by printing twice, ${distance} points apart`,
    members: FEW,
    pages: onePage(table(FEW, { style: { again: distance } })),
  };
}

function inFields(): OddStatement {
  const [first, ...others] = FEW;
  const fields = first === undefined ? [] : [{ text: first.name, x: 105, y: TOP + PITCH }];
  const rows = [
    first === undefined ? [] : cellsOf(first).map((text, at) => (at === 1 ? '' : text)),
    ...others.map(cellsOf),
  ];
  return {
    name: 'a name in a text field',
    members: FEW,
    pages: [{ texts: [...TITLES, ...grid([HEAD, ...rows, totalOf(FEW)])], fields }],
  };
}

function mixedPages(): OddStatement {
  const [a, b] = [MANY.slice(0, 40), MANY.slice(40)];
  const wide = COLUMNS.map((column) => ({ ...column, x: 40 + 1.3 * (column.x - 40) }));
  return {
    name: 'a page upright and one across',
    members: MANY,
    pages: [
      { texts: [...TITLES, ...grid([HEAD, ...a.map(cellsOf)])] },
      {
        texts: grid([HEAD, ...b.map(cellsOf), totalOf(MANY)], { columns: wide, pitch: 12, top: 40 }),
        size: [792, 612],
      },
    ],
  };
}

function footnotes(): OddStatement {
  const marks = FEW.flatMap((_, at): DrawnText[] =>
    at % 5 === 2 ? [{ text: '1', x: 562, y: TOP + PITCH * (at + 1) - 3, size: 5 }] : [],
  );
  return {
    name: 'marks of footnotes',
    members: FEW,
    pages: onePage(table(FEW), marks, [
      { text: '1 Paid at the renewal rate of 3.50', x: 40, y: TOP + PITCH * 27, size: 6 },
    ]),
  };
}

function splitOverPages(): OddStatement {
  const named = MANY.slice(0, 60).map((member) => ({
    ...member,
    name: member.id === 'M10273' ? 'Maria del Carmen de la Cruz' : 'Ana Ruiz',
  }));
  const [a, b] = [named.slice(0, 40), named.slice(40)];
  const short = (member: PrintedMember) =>
    cellsOf(member).map((text, at) => (at === 1 && text.startsWith('Maria') ? 'Maria del Carmen' : text));
  return {
    name: 'a name that goes on over the page',
    members: named,
    pages: [
      { texts: [...TITLES, ...grid([HEAD, ...a.map(short)])] },
      { texts: grid([HEAD, ['', 'de la Cruz'], ...b.map(cellsOf), totalOf(named)], { pitch: 12 }) },
    ],
  };
}

function wrappedIds(): OddStatement {
  const members = FEW.map((member) => ({ ...member, id: `AB${member.id}-0012345` }));
  const rows = members.flatMap((member) => {
    const [, ...others] = cellsOf(member);
    return [[member.id.slice(0, 8), ...others], [member.id.slice(8)]];
  });
  return {
    name: 'ids that are wrapped',
    members,
    pages: onePage(grid([HEAD, ...rows, totalOf(members)], { pitch: 10 })),
  };
}

function zeroes(): OddStatement {
  const members = FEW.map((member, at) => (at % 6 === 3 ? { ...member, amount: 0 } : member));
  const rows = members.map((member) => cellsOf(member).map((text) => (text === '$0.00' ? '-' : text)));
  return { name: 'a dash for nothing', members, pages: onePage(grid([HEAD, ...rows, totalOf(members)])) };
}

/** Draws one wide table whose columns are divided between pages. */
function dividedSheet(order: 'each page' | 'all pages'): OddStatement {
  const [a, b] = [MANY.slice(0, 40), MANY.slice(40)];
  const columns = [
    { header: 'Effective Date', x: 40 },
    { header: 'Commission', x: 220, align: 'right' as const },
  ];
  const total = totalOf(MANY);
  const rows = [
    [HEAD, ...a.map(cellsOf)],
    [HEAD, ...b.map(cellsOf), total],
  ];
  const left = rows.map((own) => ({ texts: [...TITLES, ...grid(own.map((cells) => cells.slice(0, 3)))] }));
  const right = rows.map((own) => ({
    texts: grid(
      own.map((cells) => cells.slice(3)),
      { columns },
    ),
  }));
  const pages = order === 'all pages' ? [...left, ...right] : left.flatMap((page, at) => [page, right[at] ?? page]);
  return { name: `columns on pages of their own, after ${order}`, members: MANY, pages };
}

function wrongTotal(): OddStatement {
  return {
    name: 'a total that is another one',
    members: FEW,
    pages: onePage(grid([HEAD, ...FEW.map(cellsOf), ['Total', '', '', '', '$1,234.56']])),
  };
}

function dotted(): OddStatement {
  const rows = FEW.map((member) => [member.id, `${member.name} ${'.'.repeat(60)}`, '', '', dollars(member.amount)]);
  return {
    name: 'dots between name and amount',
    members: FEW,
    pages: onePage(grid([['Member ID', 'Member Name', '', '', 'Commission'], ...rows, totalOf(FEW)])),
  };
}

const ODD: readonly OddStatement[] = [
  written('amounts in parentheses', (cents) => (cents < 0 ? `(${plain(cents)})` : plain(cents))),
  written('amounts with a minus behind', (cents) => (cents < 0 ? `${plain(cents)}-` : plain(cents))),
  written('amounts with CR', (cents) => (cents < 0 ? `${plain(cents)} CR` : plain(cents))),
  written('amounts without cents', (cents) => `${cents < 0 ? '-' : ''}$${Math.abs(cents) / 100}`),
  closeAmounts(45),
  closeAmounts(34),
  longNames(3),
  longNames(40),
  shiftedPage(),
  pageSums(),
  groups(),
  besideEachOther(),
  stackedRecords(),
  hiddenText('no ink'),
  hiddenText('white'),
  hiddenIds(),
  outside(),
  twice(0.3),
  twice(0.9),
  inFields(),
  mixedPages(),
  footnotes(),
  splitOverPages(),
  wrappedIds(),
  zeroes(),
  dotted(),
  wrongTotal(),
  { name: 'no total', members: FEW, pages: onePage(grid([HEAD, ...FEW.map(cellsOf)])) },
  { name: 'letters of four points', members: FEW, pages: onePage(table(FEW, { pitch: 5, style: { size: 4 } })) },
  {
    name: 'letters with space between them',
    members: FEW,
    pages: onePage(table(FEW, { style: { spacing: 1.5, size: 6 } })),
  },
  { name: 'letters far apart', members: FEW, pages: onePage(table(FEW, { style: { spacing: 3, size: 5 } })) },
  { name: 'a turned page', members: FEW, pages: [{ texts: [...TITLES, ...table(FEW)], rotate: 90 }] },
  dividedSheet('each page'),
  dividedSheet('all pages'),
];

export const ODD_STATEMENTS: readonly PrintedStatement[] = ODD.map(({ name, members, pages }) => ({
  name,
  generator: 'pdf-lib',
  members,
  print: () => drawPages(pages),
}));
