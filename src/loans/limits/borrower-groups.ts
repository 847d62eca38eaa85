/** Borrowers whose loans count together, and those who are insiders of the institution. */
export interface BorrowerGroup {
  name: string;
  customerIDs: readonly string[];
  /** Directors, managers, shareholders and their related parties. */
  isInsider: boolean;
}

const GROUPS_MAX = 500;
const NAME_MAX = 60;
const CUSTOMER_ID = /^[A-Za-z0-9]{1,20}$/;
const FIELDS = ['customers', 'insider'];

type StoredGroups = Record<string, { customers: string[]; insider: boolean }>;

/** The groups in a value of `LOAN_BORROWER_GROUPS` that `borrowerGroupsViolation` accepts. */
export function borrowerGroups(value: string | undefined): BorrowerGroup[] {
  if (value === undefined) return [];
  return Object.entries(JSON.parse(value) as StoredGroups).map(([name, { customers, insider }]) => ({
    name,
    customerIDs: customers,
    isInsider: insider,
  }));
}

/**
 * The problem of a value of `LOAN_BORROWER_GROUPS`, in words that follow "The value"; undefined for a valid one.
 * @param value a JSON object
 */
export function borrowerGroupsViolation(value: string): string | undefined {
  const groups = Object.entries(JSON.parse(value) as Record<string, unknown>);
  if (groups.length > GROUPS_MAX || groups.some(([name]) => name.length < 1 || name.length > NAME_MAX))
    return `must name at most ${GROUPS_MAX} groups of 1 to ${NAME_MAX} characters`;
  const broken = groups.find(([, group]) => !isGroup(group));
  if (broken) return `has a group ${broken[0]} without customers (a list of customer IDs) and insider (true or false)`;
  const all = groups.flatMap(([, group]) => (group as StoredGroups[string]).customers);
  return new Set(all).size === all.length ? undefined : 'must name each customer in one group only';
}

function isGroup(group: unknown): boolean {
  if (typeof group !== 'object' || group === null || !Object.keys(group).every((name) => FIELDS.includes(name)))
    return false;
  const { customers, insider } = group as { customers?: unknown; insider?: unknown };
  return (
    typeof insider === 'boolean' &&
    Array.isArray(customers) &&
    customers.length > 0 &&
    customers.every((id) => typeof id === 'string' && CUSTOMER_ID.test(id))
  );
}
