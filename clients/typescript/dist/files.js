/**
 * The file of a list that is asked for with a `format`: `await fileOf(ordersList({ client, query: { format: 'xlsx' } }))`. A long one
 * takes longer than a try of a call may: give the call `tryTimeoutMs` and `timeoutMs`.
 */
export async function fileOf(list) {
    const { data, headers } = await list.withResponse();
    if (!(data instanceof Blob))
        throw new TypeError("The answer is no file. Ask for one: query: { format: 'csv' }.");
    const [, name = 'list'] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
    return { name, content: data };
}
