/** The accounts an API client can be bound to. Declared here, provided by `accounts`, so that imports go down only. */
export abstract class ParentAccounts {
  /**
   * Checks that the number leads to a deposit account of a corporate customer.
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) or whatever says why the account cannot be a parent.
   */
  abstract requireCorporate(institutionId: number, accountNumber: string): Promise<void>;
}
