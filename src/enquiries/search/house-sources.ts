import type { SearchSource, StatementValues } from './search-source';
import type { SearchText } from './search-text';

/** So many records of a kind are looked at for a name: there are few ledgers, members of staff and agents. */
const LOOKED_AT_MAX = 5_000;

/** Records of a small table whose name has a word for each word of the query. */
function withWords(table: string, { words, name }: SearchText, values: StatementValues): string {
  const wanted = (words.length > 0 ? words : [name!]).map((word) => values.add(` ${word}`));
  const conditions = wanted.map((word) => `strpos(' ' || r.search_name, ${word}) > 0`);
  return `SELECT r.id FROM (
      SELECT id, search_name FROM ${table} WHERE institution_id = $1 ORDER BY id DESC LIMIT ${LOOKED_AT_MAX}) r
    WHERE ${conditions.join(' AND ')} ORDER BY r.search_name, r.id`;
}

const LEDGERS: SearchSource = {
  kind: 'ledger',
  exact: ({ text }, values) => [`SELECT id FROM gl_account WHERE institution_id = $1 AND code = ${values.add(text)}`],
  named: (text, values) => [withWords('gl_account', text, values)],
  columns: `g.code AS id, g.name AS title, g.code AS subtitle, l.status, NULL AS amount, NULL::timestamptz AS at`,
  from: `JOIN gl_account g ON g.institution_id = $1 AND g.id = h.id
    JOIN ledger_account l ON l.institution_id = $1 AND l.id = h.id`,
};

const AGENTS: SearchSource = {
  kind: 'agent',
  exact: ({ text }, values) => [`SELECT id FROM agent WHERE institution_id = $1 AND agent_code = ${values.add(text)}`],
  named: (text, values) => [withWords('agent', text, values)],
  columns: `g.agent_code AS id, g.name AS title, g.agent_code AS subtitle, g.status, NULL AS amount,
    NULL::timestamptz AS at`,
  from: 'JOIN agent g ON g.institution_id = $1 AND g.id = h.id',
};

const STAFF: SearchSource = {
  kind: 'staff',
  exact: ({ text, email }, values) => [
    `SELECT id FROM staff WHERE institution_id = $1 AND staff_code = ${values.add(text)}`,
    ...(email === undefined ? [] : [`SELECT id FROM staff WHERE institution_id = $1 AND email = ${values.add(email)}`]),
  ],
  named: (text, values) => [withWords('staff', text, values)],
  columns: `s.staff_code AS id, s.name AS title, concat_ws(' · ', s.staff_code, b.branch_name) AS subtitle, s.status,
    NULL AS amount, NULL::timestamptz AS at`,
  from: `JOIN staff s ON s.institution_id = $1 AND s.id = h.id
    JOIN branch b ON b.institution_id = $1 AND b.id = s.branch_id`,
};

/** Records of the institution itself. */
export const HOUSE_SOURCES: readonly SearchSource[] = [LEDGERS, AGENTS, STAFF];
