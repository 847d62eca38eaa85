/** One provider of a function. */
export class IntegrationProviderView {
  /** @example providerh */
  provider!: string;
  /** Whether it is switched on. @example true */
  enabled!: boolean;
  /** Whether it has all it needs. @example false */
  complete!: boolean;
  /**
   * Keys without a value; one of several joined with "or" is enough.
   * @example ["TRANSFER_PROVIDER_PROVIDERH_AUTH_JSON or TRANSFER_PROVIDER_PROVIDERH_HEADERS_JSON"]
   */
  missing!: string[];
}

/** The readiness of one function. */
export class IntegrationView {
  /** @example transfer */
  function!: string;
  /** Whether the function is switched on. @example true */
  enabled!: boolean;
  /** Whether clients can use it: it is switched on and nothing is missing. @example false */
  complete!: boolean;
  /** The provider of a request that names none; null when there is none. @example providerh */
  defaultProvider!: string | null;
  /** Keys without which clients are told that the function is not enabled. @example ["TRANSFER_BASE_URL"] */
  missing!: string[];
  providers!: IntegrationProviderView[];
}
