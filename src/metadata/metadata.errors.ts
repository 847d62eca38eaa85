import { defineErrors } from '../common/errors/app-error';

/** Refusals around additional metadata. */
export const metadataErrors = defineErrors({
  ENTITY_TYPE_NOT_SUPPORTED: {
    httpStatus: 400,
    message: 'There is no such entityType; data.supportedEntityTypes lists them.',
  },
  ENTITY_NOT_FOUND: { httpStatus: 404, message: 'There is no such entity.' },
  ENTITY_ID_AMBIGUOUS: {
    httpStatus: 409,
    message: 'This is the id of one entity and the number of another; send the GUID instead.',
  },
  METADATA_TOO_LARGE: { httpStatus: 413, message: 'additionalMetadata may have at most 65,536 bytes.' },
});
