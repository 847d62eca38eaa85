import { type EventFamily, field, optionalField } from './event-definition';

/** The close of a business date. */
export const DAYS: EventFamily = {
  scope: 'institution:read',
  resource: 'business-date',
  resourceColumn: 'date',
  types: { 'end-of-day.completed': 'A business date is closed and its books are proved.' },
  fields: [
    field('date', 'date', 'date', '2026-11-20', 'The closed business date.'),
    field('nextDate', 'next_date', 'date', '2026-11-21', 'The business date that follows.'),
  ],
};

const HASH = '5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592';

/** The event that takes a root off the machine (docs/ledger-proof.md#off-the-machine). */
export const LEDGER_SEALS: EventFamily = {
  scope: 'institution:read',
  resource: 'ledger-segment',
  resourceColumn: 'through',
  types: { 'ledger-chain.sealed': 'The ledger of a closed business date is sealed; keep the root.' },
  fields: [
    field('date', 'through', 'date', '2026-11-20', 'The last business date of the segment.'),
    optionalField('after', 'after', 'date', '2026-11-19', 'The date of the segment before; null for the first.'),
    field('postings', 'postings', 'integer', 5210, 'The number of postings.'),
    field('entries', 'entries', 'integer', 10434, 'The number of entries.'),
    field('root', 'root', 'text', HASH, 'The root in hexadecimal digits, which `corebank verify --root` takes.'),
    optionalField('previousRoot', 'previous_root', 'text', HASH, 'The root of the segment before.'),
    field('marksHash', 'marks_hash', 'text', HASH, 'SHA-256 of the marks in the file of the seal.'),
    optionalField('keyId', 'key_id', 'text', '9f86d081884c7d65', 'The signing key; null where there is none.'),
    optionalField('signature', 'signature', 'text', 'c2lnbmF0dXJl', 'Ed25519 over the text of the seal, in base64.'),
  ],
};
