/* What is saved is named after the table, unless somebody films the screen: a browser shows the names of files. */
export function file_of(stem: string, { code, info }: { code: string; info: { hidden?: boolean } | undefined }): string {
  return info?.hidden ? stem : `${stem}-${code}`;
}

/* A text becomes a file on this device. */
export function save_text(name: string, text: string, type = 'text/plain'): void {
  const a = document.createElement('a');
  /* Spreadsheets take a table for Latin-1 unless it begins so. */
  a.href = URL.createObjectURL(new Blob([type === 'text/csv' ? '\uFEFF' : '', text], { type: `${type};charset=utf-8` }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}
