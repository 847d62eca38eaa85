import type { RetentionKind } from './retention-setting';

/** Sessions of staff, with the addresses of their sign-ins. */
export const SESSION_RETENTION: RetentionKind = {
  name: 'staff-sessions',
  title: 'ended sessions of staff, with addresses of sign-ins',
  setting: 'RETENTION_STAFF_SESSIONS_DAYS',
  unit: 'days',
  byDefault: 30,
  // Sessions of the last 30 days tell the known addresses.
  floor: { period: 30, source: 'the recognition of known addresses at sign-in' },
  rows: { table: 'staff_session', key: 'id', where: 'expires_at < now() - make_interval(days => $2)' },
};
