/** Of an account with very many liens, overdrafts and cards, the changes of the latest are shown. */
const RECORDS_MAX = 200;

/** Every change of an account that only the audit log has; reads are in it too. The value of $4. */
export const AUDITED_CHANGES: readonly string[] = [
  'account.update',
  'account.set-limits',
  'account.post-interest',
  'lien.place',
  'lien.update',
  'lien.release',
  'lien.expire',
  'overdraft.add',
  'overdraft.decline',
  'overdraft.activate',
  'overdraft.update',
  'overdraft.deactivate',
  'overdraft.expire',
  'overdraft.start',
  'card.block',
  'card.unblock',
  'card.set-pin',
  'card.set-channels',
  'card.delete',
  'document.delete',
  'loan.mandate',
];

/** The subjects in the audit log of records that belong to the account. */
const subjects = (subject: string, table: string, condition: string): string =>
  `(SELECT ${subject} FROM ${table} WHERE institution_id = $1 AND ${condition} ORDER BY id DESC LIMIT ${RECORDS_MAX})`;

/** Each source has a number, which orders its events among those of the same instant. $2 is the account's id, $3 its number. */
const OPENED = `SELECT created_at AS at, 0 AS source, id::text AS key, 'opened' AS event, created_by AS actor,
    NULL AS checker, 'account:' || account_number AS subject, NULL::jsonb AS before,
    jsonb_build_object('dateOpened', date_opened, 'referenceNumber', reference_number) AS after,
    NULL AS note, NULL::bigint AS approval_id
  FROM deposit_account WHERE institution_id = $1 AND id = $2`;

const STATUS_CHANGES = `SELECT at, 1, id::text, 'status-changed', actor, checker, 'account:' || account_number,
    jsonb_build_object('status', from_status), jsonb_build_object('status', to_status), reason, NULL::bigint
  FROM account_status_change WHERE institution_id = $1 AND account_number = $3`;

/** Facts of a change without a before are those of what it added. */
const AUDITED = `SELECT a.at, 2, a.id::text, a.action, a.actor, a.details ->> 'checker', a.subject, a.details -> 'before',
    coalesce(a.details -> 'after', nullif(a.details - '{reason,note,checker,approvalId,accountNumber}'::text[], '{}')),
    coalesce(a.details ->> 'reason', a.details ->> 'note'), (a.details ->> 'approvalId')::bigint
  FROM (SELECT 'account:' || $3::text AS subject
    UNION ALL ${subjects(`'lien:' || id`, 'lien', 'account_id = $2')}
    UNION ALL ${subjects(`'overdraft:' || id`, 'overdraft', 'account_id = $2')}
    UNION ALL ${subjects(`'card:' || id`, 'card', 'account_number = $3')}
    UNION ALL ${subjects(`'loan:' || loan_account_number`, 'loan', 'linked_account_id = $2')}
    UNION ALL ${subjects(`'document:' || id`, 'document', `entity_type = 'account' AND entity_id = $2`)}) s
  JOIN audit_log a ON a.institution_id = $1 AND a.subject = s.subject AND a.action = ANY($4::text[])`;

const DOCUMENTS = `SELECT created_at, 3, id::text, 'document-added', uploaded_by, NULL, 'document:' || id, NULL::jsonb,
    jsonb_build_object('documentType', document_type, 'fileName', file_name), NULL, NULL::bigint
  FROM document WHERE institution_id = $1 AND entity_type = 'account' AND entity_id = $2`;

const CARDS = `SELECT created_at, 4, id::text, 'card-added', created_by, NULL, 'card:' || id, NULL::jsonb,
    jsonb_build_object('referenceNumber', reference_number), NULL, NULL::bigint
  FROM card WHERE institution_id = $1 AND account_number = $3`;

const OF_ACCOUNT = `a.institution_id = $1 AND a.record_kind = 'account' AND a.record_id = $2`;

const ASKED = `SELECT a.created_at, 5, a.id::text, 'approval-asked', a.maker, NULL, 'approval:' || a.id, NULL::jsonb,
    jsonb_build_object('title', a.title), NULL, a.id
  FROM approval a WHERE ${OF_ACCOUNT}`;

const DECIDED = `SELECT d.decided_at, 6, a.id || ':' || d.staff_id,
    CASE d.verdict WHEN 'Approved' THEN 'approved' ELSE 'declined' END, 'staff:' || d.staff_id, NULL,
    'approval:' || a.id, NULL::jsonb, jsonb_build_object('title', a.title), d.note, a.id
  FROM approval a JOIN approval_decision d ON d.institution_id = a.institution_id AND d.approval_id = a.id
 WHERE ${OF_ACCOUNT}`;

const CANCELED = `SELECT a.decided_at, 7, a.id::text, 'canceled', a.decided_by, NULL, 'approval:' || a.id, NULL::jsonb,
    jsonb_build_object('title', a.title), NULL, a.id
  FROM approval a WHERE ${OF_ACCOUNT} AND a.status = 'Canceled' AND a.decided_at IS NOT NULL`;

/** The events of an account in no order, each with the keys of the order. */
export const ACCOUNT_EVENTS = [OPENED, STATUS_CHANGES, AUDITED, DOCUMENTS, CARDS, ASKED, DECIDED, CANCELED].join(
  '\n  UNION ALL ',
);
