cd /tmp/wt-undo
for kind in ${KINDS:-put node batch build}; do
  o=""; n=""
  for r in 1 2 3 4 5 6; do
    o="$o $(npx tsx scripts/zz/one.ts /tmp/wt-undo-old $kind)"
    n="$n $(npx tsx scripts/zz/one.ts /tmp/wt-undo $kind)"
  done
  python3 - "$kind" "$o" "$n" <<'PY'
import sys,statistics as s
k,o,n=sys.argv[1:]
o=list(map(float,o.split()));n=list(map(float,n.split()))
print(k,'old %.1f new %.1f us  median ratio %.3f  min ratio %.3f'%(s.median(o),s.median(n),s.median(n)/s.median(o),min(n)/min(o)))
PY
done
