import { useEffect, type RefObject } from 'react';
import { pageRules, type Paper } from './paper.ts';

/** Sets the print size for the paper while the slips are shown. */
export function usePageRules(paper: Paper, sheets: RefObject<HTMLElement | null>, shown: string): void {
  useEffect(() => {
    // `@page` needs a style sheet, and the page's content security policy allows only a constructed style sheet.
    const style = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    const articles = sheets.current?.querySelectorAll<HTMLElement>('.sheet') ?? [];
    const measure = () => {
      const heights = [...articles].map((article) => {
        return [Number(article.dataset['order']), article.getBoundingClientRect().height] as const;
      });
      style.replaceSync(pageRules(paper, new Map(heights)).join('\n'));
    };
    const observer = new ResizeObserver(measure);
    for (const article of articles) observer.observe(article);
    measure();
    return () => {
      observer.disconnect();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== style);
    };
  }, [paper, sheets, shown]);
}
