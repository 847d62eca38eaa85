/**
 * The accounts that an API client can be bound to. Declared here and provided by `accounts`, so that imports go down.
 */
export abstract class ParentAccounts {
  /**
   * Asserts that the number is that of a deposit account of a corporate customer.
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, PARENT_NOT_CORPORATE (422)
   */
  abstract requireCorporate(institutionId: number, accountNumber: string): Promise<void>;
}
