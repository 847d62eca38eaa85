import { checked, type CheckItem } from '../common/health/check-item';
import { formatNaira } from '../common/money/naira';

/** The facts of an institution that decide whether customers may come. */
export interface InstitutionFacts {
  /** Staff ids of the active people who can sign in and decide changes of rights. */
  deciders: string[];
  /** Staff ids of active people whose permissions need a second factor that they have not set up. */
  withoutSecondFactor: string[];
  activePolicies: number;
  screeningEnabled: boolean;
  activeAmlRules: number;
  activeProducts: number;
  activeApiClients: number;
  /** Functions of providers that are enabled, with the configuration keys that they lack. */
  integrations: { name: string; missing: string[] }[];
  hasLetterheadAddress: boolean;
  hasAuditSigningKey: boolean;
  /** Debits less credits of the migration-suspense ledger; undefined without one. */
  migrationSuspenseKobo: bigint | undefined;
  /** Imports whose loading has begun and not ended. */
  openImports: number;
  businessDate: string;
  /** The calendar date in the institution's zone. */
  today: string;
}

const DECIDERS_MIN = 2;

/** Compares an institution with what it needs before it goes live (docs/operations.md#before-going-live). */
export function readinessOf(facts: InstitutionFacts): CheckItem[] {
  const { deciders, withoutSecondFactor, integrations } = facts;
  return [
    checked(
      'administrators',
      deciders.length >= DECIDERS_MIN,
      deciders.length >= DECIDERS_MIN
        ? `${deciders.join(', ')} can decide changes of rights.`
        : `${deciders.length} of ${DECIDERS_MIN} people can decide changes of rights; ` +
            'administrators set their passwords with their one-time codes.',
    ),
    checked(
      'second-factors',
      withoutSecondFactor.length === 0,
      withoutSecondFactor.length === 0
        ? 'Everybody who needs a second factor has one.'
        : `Without a second factor: ${withoutSecondFactor.join(', ')}; each sets one up after sign-in.`,
    ),
    counted('approval-policies', facts.activePolicies, 'approval policies are active', 'create an approval policy'),
    checked(
      'aml-screening',
      facts.screeningEnabled && facts.activeAmlRules > 0,
      `Screening is ${facts.screeningEnabled ? 'on' : 'off; an AML officer turns it on'}; active rules: ${facts.activeAmlRules}.`,
    ),
    counted('products', facts.activeProducts, 'products are active', 'create a product'),
    counted('api-clients', facts.activeApiClients, 'API clients are active', 'issue credentials for an API client'),
    ...integrations.map(({ name, missing }) =>
      checked(
        `integration ${name}`,
        missing.length === 0,
        missing.length === 0 ? 'Enabled and configured.' : `Enabled, but without ${missing.join(', ')}.`,
      ),
    ),
    checked(
      'letterhead',
      facts.hasLetterheadAddress,
      facts.hasLetterheadAddress ? 'Documents show an address.' : 'Set LETTERHEAD_ADDRESS for documents.',
    ),
    checked(
      'audit-signing-key',
      facts.hasAuditSigningKey,
      facts.hasAuditSigningKey
        ? 'Days of the audit log are sealed.'
        : 'Set AUDIT_SIGNING_KEY, which seals the audit log.',
    ),
    importItem(facts),
    checked(
      'business-date',
      facts.businessDate >= facts.today,
      facts.businessDate >= facts.today
        ? `The business date is ${facts.businessDate}.`
        : `The business date ${facts.businessDate} is behind ${facts.today}; the end of day has not run.`,
    ),
  ];
}

/** Old books are complete when every opening balance has found its other side. */
function importItem({ migrationSuspenseKobo = 0n, openImports }: InstitutionFacts): CheckItem {
  if (openImports > 0)
    return checked('old-books', false, `Imports that have not ended: ${openImports}; run \`corebank import\` again.`);
  return checked(
    'old-books',
    migrationSuspenseKobo === 0n,
    migrationSuspenseKobo === 0n
      ? 'The migration-suspense ledger is zero.'
      : `The migration-suspense ledger has ${formatNaira(migrationSuspenseKobo)} on the debit side; ` +
          'import what is missing, or correct it by journals.',
  );
}

function counted(name: string, count: number, present: string, remedy: string): CheckItem {
  return checked(name, count > 0, count > 0 ? `${count} ${present}.` : `None: ${remedy}.`);
}
