/* What people compare of a hash: its first sixteen digits. */
export const finger = (hex: string): string => (hex.slice(0, 16).match(/.{4}/g) ?? []).join(' ');
