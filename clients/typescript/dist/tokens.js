export function createTokens(source) {
    if (typeof source !== 'function') {
        return { current: () => Promise.resolve(source), renew: () => Promise.resolve(undefined) };
    }
    let held;
    const ask = (isRenewal) => {
        const asked = (async () => source({ isRenewal }))();
        held = asked;
        // What failed is asked for anew.
        asked.catch(() => {
            if (held === asked)
                held = undefined;
        });
        return asked;
    };
    return {
        current: () => held ?? ask(false),
        renew: async (stale) => {
            const before = held;
            const token = await before?.catch(() => undefined);
            if (held !== undefined && held !== before)
                return held;
            return token !== undefined && token !== stale ? token : ask(true);
        },
    };
}
