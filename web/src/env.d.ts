/// <reference types="svelte" />
/// <reference types="vite/client" />
declare module 'virtual:strings/en' {
  const texts: Record<string, string>;
  export default texts;
}
declare module 'virtual:strings/de' {
  const texts: Record<string, string>;
  export default texts;
}
declare module 'virtual:strings/fr' {
  const texts: Record<string, string>;
  export default texts;
}
declare module 'virtual:rules' {
  const pages: Record<string, () => Promise<{ default: string }>>;
  export default pages;
}
