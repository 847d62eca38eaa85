/** The actor of freezes that AML makes by itself. */
export const AML_ACTOR = 'system:aml';

/** The permission to see what AML stopped, and why. */
export const SEES_AML = 'view-aml';

/** The permission to decide on what AML stopped. */
export const ENDS_AML = 'approve-aml-held-transactions';

/** The beginning of the reason with which the release of a hold ends the freeze of that hold. */
export const RELEASE_REASON = 'Release of the AML hold';

/**
 * The author and reason of a change as these permissions see them: without that of AML a freeze by AML is one by the
 * system without a reason, and its end by a release has no reason either, because whoever sees more could warn the
 * customer (docs/api/nfiu-reports.md#no-tipping-off).
 *
 * @param reason the stored reason, whichever field shows it
 */
export function shownAuthor<Author extends { actor: string | null }, Reason extends object>(
  permissions: ReadonlySet<string>,
  author: Author,
  withoutReason: Reason,
  reason?: unknown,
): Author {
  if (permissions.has(SEES_AML)) return author;
  if (author.actor === AML_ACTOR) return { ...author, ...withoutReason, actor: 'system' };
  const isRelease = typeof reason === 'string' && reason.startsWith(RELEASE_REASON);
  return isRelease ? { ...author, ...withoutReason } : author;
}
