import type { ColumnDoc, TableDoc } from './read-tables';

interface Room {
  title: string;
  /** Folders of `src` whose tables the room shows. */
  modules: string[];
}

const ROOMS: Room[] = [
  { title: 'Ledger', modules: ['ledger'] },
  { title: 'Institutions and authentication', modules: ['institutions', 'auth', 'seed'] },
  { title: 'Products', modules: ['products'] },
  { title: 'Accounts and customers', modules: ['accounts', 'agents', 'due-diligence'] },
  {
    title: 'Payouts, transfers, settlement, bills and cards',
    modules: ['payouts', 'transfers', 'settlement', 'cards'],
  },
  { title: 'Loans', modules: ['loans', 'recovery'] },
  { title: 'Fixed deposits and placements', modules: ['fixed-deposits', 'placements'] },
  {
    title: 'AML, approvals and work of staff',
    modules: ['aml', 'cases', 'nfiu-reports', 'risk-ratings', 'fraud-complaints', 'watch-lists', 'approvals', 'work'],
  },
  { title: 'Messaging, documents and metadata', modules: ['messaging', 'documents', 'exports', 'metadata'] },
  { title: 'Events, webhooks and requests', modules: ['events', 'webhooks', 'request-log'] },
  { title: 'End of day, books and tills', modules: ['end-of-day', 'books', 'operations'] },
  { title: 'Imports', modules: ['imports'] },
  { title: 'Jobs, outbox, claims and audit', modules: ['common', 'admin'] },
];

/** Meanings of columns that are the same in every table, where the entity's property has no doc comment. */
const COMMON_MEANINGS: Record<string, string> = {
  institution_id: 'Institution that the row belongs to.',
  id: 'Id of the row.',
  created_at: 'Instant at which the row was created.',
  created_by: 'Actor who created the row.',
  updated_at: 'Instant of the last change.',
  updated_by: 'Actor who made the last change.',
};

const INTRODUCTION = `# Schema

Generated from the entities by \`npm run schema-docs\`; do not edit it by hand.
\`test/common/schema.e2e-spec.ts\` proves that the migrations make exactly these tables.

- The primary key of a tenant table begins with \`institution_id\`, and row-level security confines every transaction to
  one institution. Routing tables are the exception, because they are read before the institution is known.
- The serving role may add rows to an append-only table, but can neither change nor delete them.
- Amounts end in \`_kobo\` and are whole kobo, unless the column's type is \`numeric\`.
- The database declares no foreign keys. The references below are those that the program keeps; each stays within one
  institution.
- The diagrams show keys and references only; \`PK\` leaves out \`institution_id\`. The tables below a diagram list
  every column.
`;

/** The page `docs/schema.md`. */
export function renderSchema(tables: TableDoc[]): string {
  const homeless = tables.filter(({ module }) => !ROOMS.some(({ modules }) => modules.includes(module)));
  if (homeless.length > 0)
    throw new Error(
      `Add a room to scripts/schema-docs/render-schema.ts for ${homeless.map(({ name }) => name).join()}`,
    );
  const rooms = ROOMS.map((room) => ({
    title: room.title,
    tables: tables.filter(({ module }) => room.modules.includes(module)),
  }));
  const contents = rooms.map((room) => {
    const links = room.tables.map(({ name }) => `[${name}](#${name})`).join(', ');
    return `- [${room.title}](#${slugOf(room.title)}): ${links}`;
  });
  return [INTRODUCTION, contents.join('\n'), '', ...rooms.map(renderRoom)].join('\n');
}

function renderRoom({ title, tables }: { title: string; tables: TableDoc[] }): string {
  return [`## ${title}`, '', diagram(tables), '', ...tables.map(renderTable)].join('\n');
}

function diagram(tables: TableDoc[]): string {
  const relations = tables.flatMap((table) =>
    table.columns
      .filter((column) => column.reference !== undefined)
      .map((column) => `  ${column.reference} ${cardinality(table, column)} ${table.name} : ${column.name}`),
  );
  const boxes = tables.flatMap((table) => [
    `  ${table.name} {`,
    ...table.columns.filter(isKey).map((column) => `    ${mermaidType(column.type)} ${column.name}${keyMarks(column)}`),
    '  }',
  ]);
  return ['```mermaid', 'erDiagram', ...relations, ...boxes, '```'].join('\n');
}

function isKey({ name, isPrimary, isUnique, reference }: ColumnDoc): boolean {
  return name !== 'institution_id' && (isPrimary || isUnique || reference !== undefined);
}

/** From the table referred to (none or one of it) to the table that refers (one or many). */
function cardinality(table: TableDoc, { name, isNullable, isUnique }: ColumnDoc): string {
  const primary = table.columns.filter((column) => column.isPrimary && column.name !== 'institution_id');
  const isOnePerTarget = isUnique || (primary.length === 1 && primary[0]?.name === name);
  return `${isNullable ? '|o' : '||'}--${isOnePerTarget ? 'o|' : 'o{'}`;
}

function keyMarks({ isPrimary, isUnique, reference }: ColumnDoc): string {
  const marks = [isPrimary ? 'PK' : '', reference === undefined ? '' : 'FK', isUnique ? 'UK' : ''].filter(Boolean);
  return marks.length === 0 ? '' : ` ${marks.join(', ')}`;
}

/** Mermaid takes no spaces or commas in a type. */
function mermaidType(type: string): string {
  return type.replace(/, /g, '-');
}

function renderTable(table: TableDoc): string {
  const notes = [
    ...(table.isRouting ? ['Routing table: no row-level security.'] : []),
    ...(table.isAppendOnly ? ['Append-only.'] : []),
    ...table.uniqueKeys.map(
      ({ columns, where }) =>
        `Unique: ${columns.map((name) => `\`${name}\``).join(' + ')}${where ? ` where \`${where}\`` : ''}.`,
    ),
  ];
  return [
    `### ${table.name}`,
    '',
    ...(table.meaning === '' ? [] : [table.meaning, '']),
    `Entity: [${table.file}](../${table.file}). ${notes.join(' ')}`.trimEnd(),
    '',
    '| Column | Type | Null | Refers to | Meaning |',
    '|---|---|---|---|---|',
    ...table.columns.map(renderColumn),
    '',
  ].join('\n');
}

function renderColumn({ name, type, isNullable, isPrimary, reference, meaning }: ColumnDoc): string {
  const cells = [
    `\`${name}\`${isPrimary ? ' (key)' : ''}`,
    type,
    isNullable ? 'yes' : '',
    reference === undefined ? '' : `[${reference}](#${reference})`,
    (meaning === '' ? (COMMON_MEANINGS[name] ?? '') : meaning).replaceAll('|', '\\|'),
  ];
  return `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ');
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}
