import { readSource, typeScriptFiles } from '../support/source-tree';

/** Every way to ask for real time, in TypeScript and in SQL. `institutionNow` and `institution_now()` are not. */
const REAL_TIME = new RegExp(
  [
    String.raw`\bclock\.now\(\)|\(Clock\)\.now\(\)|Clock\(\)\.now\(\)`,
    String.raw`(?<![\w.])now\(\)|\b(?:clock|statement)_timestamp\(\)`,
    String.raw`new Date\(\)|Date\.now\(\)`,
  ].join('|'),
  'g',
);

/**
 * The places that keep real time when a sandbox institution is moved, by their reason, with their number in each file
 * (docs/adr/0029-institution-time.md). Add a new place here, or let it use the time of the institution.
 */
const KEEPS_REAL_TIME: Record<string, Record<string, number>> = {
  'scenarios that tests and benchmarks bring into use': {
    'src/aml/scenario-desk/testing/shipped-in-use.ts': 4,
  },
  'the audit log and its seals': {
    'src/admin/audit-seals.ts': 2,
    'src/admin/audit-verifier.ts': 1,
    'src/admin/commands/replay-dead-letter.ts': 1,
    'src/common/audit/audit-chain-link.entity.ts': 1,
    'src/common/audit/audit-log.ts': 1,
    'src/ledger/chain/ledger-segment.entity.ts': 1,
  },
  "defaults of columns, and the expiry of a maker's credentials": {
    'src/approvals/approval-decisions.ts': 1,
    'src/approvals/approval-policy.entity.ts': 1,
    'src/approvals/approval.entity.ts': 1,
  },
  'tokens, sessions, codes and failed attempts': {
    'src/auth/access.guard.ts': 1,
    'src/auth/api-client-changes.ts': 1,
    'src/auth/api-clients.ts': 3,
    'src/auth/authentication-failures.ts': 3,
    'src/auth/client-reactivations.ts': 3,
    'src/auth/commands/authenticate-client.ts': 1,
    'src/auth/commands/reactivate-api-client.ts': 1,
    'src/auth/console/console-session-views.ts': 1,
    'src/auth/console/console-use.ts': 5,
    'src/auth/passkeys/passkey-challenges.ts': 2,
    'src/auth/passkeys/passkeys.ts': 2,
    'src/auth/session-beginnings.ts': 1,
    'src/auth/staff-sign-ins.ts': 1,
    'src/auth/new-client-changes.ts': 1,
    'src/auth/password-codes/forgotten-password.ts': 1,
    'src/auth/queries/list-api-clients.ts': 1,
    'src/auth/recorded-uses.ts': 1,
    'src/auth/second-factor/second-factors.ts': 5,
    'src/auth/sessions/queries/list-staff-sessions.ts': 1,
    'src/auth/sessions/staff-gate.ts': 1,
    'src/auth/tokens.ts': 1,
    'src/auth/unknown-sign-ins.ts': 3,
    'src/institutions/staff/one-time-codes.ts': 3,
    'src/institutions/staff/roles.ts': 1,
    'src/institutions/staff/sessions/staff-sessions.ts': 7,
    'src/institutions/staff/staff-members.ts': 2,
    'src/institutions/staff/staff-recovery.ts': 2,
  },
  'customers that wait for their rating': {
    'src/risk-ratings/risk-rating-due.entity.ts': 1,
  },
  'the screening of customers who were being opened while a list became active': {
    'src/name-screening/list-screening.ts': 1,
  },
  'changes that open pages of the console are told': {
    'src/work/work-change.entity.ts': 1,
    'src/work/work-feed.ts': 2,
    'src/work/work-positions.ts': 2,
  },
  'the inactivity of API clients': {
    'src/auth/inactive-clients.ts': 1,
  },
  'calls to providers, and what they answered': {
    'src/bills/bill-vend.planner.ts': 1,
    'src/bills/late-token-jobs.ts': 2,
    'src/bills/late-tokens.ts': 1,
    'src/bills/vend-notifications.ts': 1,
    'src/cards/card-link-worker.ts': 1,
    'src/cards/card-linking.ts': 5,
    'src/cards/commands/add-card.ts': 1,
    'src/cards/commands/change-card.ts': 1,
    'src/cards/commands/record-card-event.ts': 1,
    'src/enquiries/payments/commands/query-payment.ts': 1,
    'src/enquiries/payments/queries/get-payment.ts': 1,
    'src/payouts/payout-jobs.ts': 1,
    'src/payouts/payout-steps.ts': 3,
    'src/sandbox/inspection.controller.ts': 1,
    'src/sandbox/services.controller.ts': 1,
    'src/sandbox/transfers-simulator.controller.ts': 1,
    'src/transfers/inward/inward-returns.ts': 1,
    'src/transfers/outward/name-enquiries.ts': 1,
    'src/transfers/outward/new-outward-transfers.ts': 1,
  },
  "operators' commands": {
    'src/imports/data-imports.ts': 1,
    'src/imports/import-loading.ts': 1,
    'src/imports/import-staging.ts': 1,
    'src/cli/backup/backup.ts': 1,
    'src/cli/doctor-replication.ts': 1,
    'src/cli/doctor.ts': 3,
    'src/cli/institution-check.ts': 1,
    'src/cli/keys-rotate.ts': 1,
    'src/generate-migration.ts': 1,
  },
  'files and the time at which they were made': {
    'src/common/files/files.ts': 1,
    'src/documents/commands/delete-document.ts': 1,
    'src/documents/commands/remove-logo.ts': 1,
    'src/documents/commands/set-logo.ts': 1,
    'src/documents/document-contents.ts': 1,
    'src/documents/document-erasure.ts': 1,
    'src/documents/documents.ts': 1,
    'src/exports/export-attempts.ts': 5,
    'src/exports/export-writer.ts': 1,
    'src/exports/exports.ts': 3,
  },
  'the removal of old rows': {
    'src/common/housekeeping.ts': 2,
    'src/exports/export-expiry.ts': 1,
    'src/institutions/institutions.module.ts': 2,
    'src/institutions/retention/retention-kinds.ts': 1,
    'src/institutions/retention/session-retention.ts': 1,
    'src/messaging/message-retention.ts': 1,
  },
  'claims of requests, kept for 30 days': {
    'src/common/idempotency/request-claim.entity.ts': 1,
  },
  'the rotation of keys': {
    'src/common/identity/identity-sealer.ts': 3,
  },
  'due jobs, back-off and leases': {
    'src/common/jobs/job-claims.ts': 5,
    'src/common/jobs/job-gauges.ts': 3,
    'src/common/jobs/job-runner.ts': 4,
    'src/common/jobs/job.entity.ts': 1,
  },
  'the clock itself': {
    'src/common/time/clock.ts': 2,
    'src/end-of-day/institution-clocks.ts': 1,
  },
  'the quarters of an hour at which a business date may become due': {
    'src/end-of-day/end-of-day-scheduler.ts': 1,
  },
  'the number of dry runs of a client in a day': {
    'src/ledger/movements/dry-runs.ts': 1,
  },
  'events, deliveries and signatures': {
    'src/webhooks/delivery/delivery-gauges.ts': 1,
    'src/events/event-numbering.ts': 1,
    'src/events/queued-event.entity.ts': 1,
    'src/webhooks/commands/rotate-webhook-secret.ts': 1,
    'src/webhooks/commands/set-webhook-endpoint-status.ts': 3,
    'src/webhooks/delivery/delivery-outcomes.ts': 2,
    'src/webhooks/delivery/delivery-worker.ts': 2,
    'src/webhooks/delivery/endpoint-leases.ts': 6,
    'src/webhooks/delivery/event-sender.ts': 1,
    'src/webhooks/delivery/pending-deliveries.ts': 4,
    'src/webhooks/webhook-endpoints.ts': 2,
  },
  'the configuration of the institution': {
    'src/institutions/branches/branches.ts': 1,
    'src/institutions/institution.entity.ts': 1,
    'src/institutions/settings/institution-setting.entity.ts': 1,
    'src/institutions/settings/institution-settings.ts': 2,
  },
  "the ledger's statements, which add the days ahead of the institution's row themselves": {
    'src/ledger/chart/gl-account.entity.ts': 1,
    'src/ledger/engine/batch-reader.ts': 3,
    'src/ledger/engine/posting.entity.ts': 1,
  },
  'the delivery of messages': {
    'src/messaging/message-delivery.ts': 2,
    'src/messaging/messages.ts': 1,
    'src/messaging/notifications/commands/set-notification-template.ts': 1,
  },
  'evidence of erasures, exports and legal holds': {
    'src/personal-data/export/person-export.ts': 2,
    'src/personal-data/legal-holds/commands/place-legal-hold.ts': 2,
    'src/personal-data/legal-holds/legal-hold-changes.ts': 1,
    'src/personal-data/retention/holder-erasure.ts': 1,
    'src/personal-data/retention/person-erasure.ts': 1,
  },
  'the request log': {
    'src/request-log/list-api-requests.ts': 1,
    'src/request-log/request-log.ts': 2,
  },
  'the opening of an institution': {
    'src/seed/institution-openings.ts': 2,
    'src/seed/institution-setup.ts': 2,
    'src/seed/sandbox-people.ts': 1,
    'src/seed/sandbox-reset.ts': 2,
  },
};

describe('time', () => {
  it('is real time only in the sorted places', () => {
    const sorted = Object.values(KEEPS_REAL_TIME).flatMap((files) => Object.entries(files));
    const found = typeScriptFiles('src')
      .filter((file) => !file.endsWith('.spec.ts') && !file.includes('/migrations/'))
      .map((file) => [file, readSource(file).match(REAL_TIME)?.length ?? 0] as const)
      .filter(([, count]) => count > 0);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sorted));
    // Guards against a file that is sorted twice, and against a pattern that finds nothing.
    expect(sorted).toHaveLength(found.length);
    expect(found.length).toBeGreaterThan(50);
  });
});
