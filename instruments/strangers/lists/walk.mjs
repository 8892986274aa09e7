/*
 * Walks through a list of products with one pagination library, and renders each page with another. Prints the results of both.
 */
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import vuePagination from 'laravel-vue-pagination';
import { usePaginator } from 'momentum-paginator';

const [url, token] = process.argv.slice(2);

async function readPage(pageUrl) {
  const response = await fetch(pageUrl, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  });
  return response.json();
}

async function shown(page) {
  const html = await renderToString(createSSRApp(vuePagination.Bootstrap5Pagination, { data: page }));
  return {
    numbers: [...html.matchAll(/pagination-page-nav[^>]*><a[^>]*>(\d+)/g)].map(([, number]) =>
      Number(number),
    ),
    current: Number(/page-item pagination-page-nav active[^>]*><a[^>]*>(\d+)/.exec(html)?.[1]),
    hasPrevious: html.includes('pagination-prev-nav'),
    hasNext: html.includes('pagination-next-nav'),
  };
}

const pages = [];
for (let next = { url, isActive: true }; next.isActive && pages.length < 100;) {
  const page = await readPage(next.url);
  const pager = usePaginator(page);
  const labels = pager.pages.map(({ label, isCurrent }) => (isCurrent ? `[${label}]` : label));
  pages.push({ ids: page.data.map(({ id }) => id), labels, total: pager.total, vue: await shown(page) });
  next = pager.next;
}
console.log(JSON.stringify(pages));
