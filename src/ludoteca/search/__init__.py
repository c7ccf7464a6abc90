"""What the bots of all games share: tree search, sequential halving, the transposition table and Zobrist keys."""

from ludoteca.core.ints import packed
from ludoteca.search.halving import RankedMove, sequential_halving
from ludoteca.search.policy import SearchPolicy
from ludoteca.search.transposition import TranspositionTable
from ludoteca.search.tree import SearchResult, tree_search
from ludoteca.search.zobrist import zobrist_keys

__all__ = [
    "RankedMove",
    "SearchPolicy",
    "SearchResult",
    "TranspositionTable",
    "packed",
    "sequential_halving",
    "tree_search",
    "zobrist_keys",
]
