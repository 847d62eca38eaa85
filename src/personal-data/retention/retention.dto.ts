/** The enforcement of one retention period. */
export class RetentionView {
  /** @example customers */
  kind!: string;

  /** @example "names, numbers and documents of persons after the end of the relationship" */
  title!: string;

  /**
   * The configuration key of the period.
   * @example RETENTION_CUSTOMERS_YEARS
   */
  setting!: string;

  /**
   * `days` or `years`.
   * @example years
   */
  unit!: string;

  /** @example 5 */
  period!: number;

  /**
   * The shortest period that can be set; null where no law or rule demands one.
   * @example 5
   */
  floor!: number | null;

  /** @example "the Money Laundering (Prevention and Prohibition) Act 2022" */
  floorSource!: string | null;

  /**
   * Records that the next run removes, counted up to 10,000.
   * @example 3
   */
  due!: number;

  /**
   * Records past their period that legal holds keep, counted up to 10,000.
   * @example 1
   */
  held!: number;

  /**
   * The last run that came to its end; null before the first one.
   * @example 2026-11-21T23:10:00.000Z
   */
  lastRunAt!: string | null;

  /**
   * Records removed since the first run.
   * @example 120
   */
  removed!: number;
}
