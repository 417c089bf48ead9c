/// <reference types="svelte" />
/// <reference types="vite/client" />
declare module 'virtual:strings' {
  const files: Record<string, () => Promise<{ default: Record<string, string> }>>;
  export default files;
}
declare module 'virtual:rules' {
  const pages: Record<string, () => Promise<{ default: string }>>;
  export default pages;
}
declare module 'virtual:pictures' {
  type InLanguages = Record<'en' | 'de' | 'fr', string>;
  export interface Picture {
    name: string;
    box: string;
    body: string;
    /* A picture that is a file of its own: where it lies. `body` shows it too, all at once. */
    src?: string;
    title: InLanguages;
    keywords: InLanguages;
  }
  const decks: Record<string, () => Promise<{ default: Picture[] }>>;
  export default decks;
}
