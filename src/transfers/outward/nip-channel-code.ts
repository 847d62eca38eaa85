/** The NIP channel code "bank", which stands for an institution's own systems. */
export const NIP_CHANNEL_CODE = 1;
